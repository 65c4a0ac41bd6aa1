import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import type { InvitationRecord } from "@agenda-engine/core/record/InvitationRecord"
import { Invitations } from "@agenda-engine/core/services/Invitations"
import * as Args from "@effect/cli/Args"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { integer, text } from "../input/CliOptions.js"
import { commandGroup, resourceCommand } from "./resourceCommand.js"

const instant = (at: number | null): string | null => at === null ? null : formatUtc(at)

const shown = (record: InvitationRecord) => ({
  id: record.id,
  agendaUid: record.agendaUid,
  email: record.email,
  role: record.role,
  status: record.status,
  messageId: record.messageId,
  createdAt: formatUtc(record.createdAt),
  expiresAt: formatUtc(record.expiresAt),
  sentAt: instant(record.sentAt),
  failure: record.failure
})

const describe = (record: InvitationRecord): string =>
  [record.id, record.email, record.role, record.status, `until ${formatUtc(record.expiresAt)}`, record.failure ?? ""].join("\t").trim()

const list = resourceCommand(
  "list",
  ["Lists the invitations to an agenda that are neither accepted nor revoked, oldest first.", [
    "invitation list --agenda 2",
    'invitation list --agenda 2 --json    prints {"invitations":[…]}'
  ]],
  { agenda: integer("agenda", "Uid of the agenda.") },
  (options, engine) =>
    engine(Effect.gen(function*() {
      const open = yield* (yield* Invitations).list(options.agenda)
      return [{ invitations: open.map(shown) }, open.map(describe)] as const
    }))
)

const accept = resourceCommand(
  "accept",
  ["Accepts an invitation: creates the membership, and an account if the address has none.", ["invitation accept TOKEN --name Ada"]],
  {
    token: Args.text({ name: "token" }).pipe(Args.withDescription("The token parameter of the link in the email.")),
    name: Options.optional(text("name", "The name of the new account, if one is created."))
  },
  (options, engine) =>
    engine(Effect.gen(function*() {
      const invitations = yield* Invitations
      const { agenda, member } = yield* invitations.accept(options.token, Option.getOrUndefined(options.name))
      const { email, name, role, uid, userUid } = member
      return [{ uid, agendaUid: agenda.uid, userUid, role, name, email }, [
        `user ${userUid} is ${role} of agenda ${agenda.uid}`
      ]] as const
    }))
)

const revoke = resourceCommand(
  "revoke",
  ["Revokes an invitation: its email is no longer sent and its link no longer works.", ["invitation revoke 9fXk2LmQ0aZbT7uVw1YcR3sE"]],
  { id: Args.text({ name: "id" }).pipe(Args.withDescription("Id of the invitation, as shown by invitation list.")) },
  (options, engine) =>
    engine(Effect.gen(function*() {
      const { email, id } = yield* (yield* Invitations).revoke(options.id)
      return [{ id, revoked: true }, [`revoked the invitation of ${email}`]] as const
    }))
)

/** `agenda-engine invitation`: lists, accepts and revokes invitations. */
export const invitationCommand = commandGroup("invitation", [list, accept, revoke], "Lists, accepts and revokes invitations.", [
  "invitation list --agenda 2",
  "invitation accept TOKEN --name Ada",
  "invitation revoke ID"
])
