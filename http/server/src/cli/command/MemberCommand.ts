import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { operator } from "@agenda-engine/core/domain/access/Credential"
import { CurrentInvitationSettings } from "@agenda-engine/core/domain/access/Invitation"
import { Role } from "@agenda-engine/core/domain/access/Member"
import type { MemberRecord } from "@agenda-engine/core/record/MemberRecord"
import { authorized } from "@agenda-engine/core/services/Access"
import { Invitations } from "@agenda-engine/core/services/Invitations"
import { Members } from "@agenda-engine/core/services/Members"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { publicUrlConfig } from "../../config/ServerConfig.js"
import { choice, integer, repeatedOption, text } from "../input/CliOptions.js"
import { Failure, Misuse } from "../output/Failure.js"
import { remark } from "../output/Output.js"
import { commandGroup, resourceCommand, yes } from "./resourceCommand.js"

/** `agenda-engine member invite`: invites addresses by mail. */
const memberInvite = resourceCommand(
  "invite",
  ["Invites email addresses to an agenda: each gets an email with a link to accept. A running server retries emails that fail.", [
    "member invite --agenda 2 --role contributor --email ada@example.org --email bob@example.org",
    'member invite --agenda 2 --role moderator --email ada@example.org --message "Welcome, **Ada**!"'
  ], ["AGENDA_MAIL sets the mail server, AGENDA_MAIL_FROM the sender, and AGENDA_PUBLIC_URL the base of the links."]],
  {
    agenda: integer("agenda", "Uid of the agenda."),
    role: choice("role", Role.literals, "The role of the new members."),
    email: repeatedOption("email", Schema.String, "An email address to invite."),
    message: text("message", "A message for the email, in markdown.").pipe(Options.withDefault(""))
  },
  ({ agenda, email, message, role }, engine) =>
    engine(Effect.gen(function*() {
      const invitations = yield* Invitations
      const { base } = yield* CurrentInvitationSettings
      const hasPublicUrl = (yield* Effect.orElseSucceed(publicUrlConfig, () => null)) !== null
      if (!hasPublicUrl) yield* remark(`warning: AGENDA_PUBLIC_URL is not set: the links in the emails begin with ${base()}`)
      const body = { role, emails: email, message }
      const { processed, queued } = yield* authorized(operator, { _tag: "Uid", uid: agenda }, "members:write", (by) =>
        invitations.invite(by, body))
      yield* invitations.sendDue
      const addresses = new Set(email.map((address) =>
        address.trim().toLowerCase()
      ))
      const unsent = (yield* invitations.list(agenda)).filter((record) =>
        addresses.has(record.email) && record.status !== "sent"
      )
      for (const { email: address, failure, status } of unsent) {
        const fate = status === "pending" ? "will be retried by a server" : "will not be retried"
        yield* remark(`the email to ${address} was not sent and ${fate}: ${failure ?? "another process is sending it"}`)
      }
      return [{ queued, processed }, [`${queued} invited to agenda ${agenda} as ${role}`]] as const
    }))
)

const agenda = integer("agenda", "Uid of the agenda.")
const user = integer("user", "Uid of the user.")
const role = choice("role", Role.literals, "Role of the member.")

const shown = (member: MemberRecord) => ({
  uid: member.uid,
  agendaUid: member.agendaUid,
  userUid: member.userUid,
  role: member.role,
  name: member.name,
  email: member.email,
  createdAt: formatUtc(member.createdAt)
})

const describe = (member: MemberRecord): string => [member.uid, `user ${member.userUid}`, member.role, member.name, member.email].join("\t")

const add = resourceCommand(
  "add",
  ["Makes a user a member of an agenda, or changes the role of a member.", ["member add --agenda 2 --user 1 --role moderator"]],
  { agenda, user, role },
  (options, engine) =>
    engine(Effect.gen(function*() {
      const member = yield* (yield* Members).add(options.agenda, options.user, options.role)
      return [shown(member), [`user ${member.userUid} is ${member.role} of agenda ${member.agendaUid}`]] as const
    }))
)

const list = resourceCommand(
  "list",
  ["Lists the members of an agenda.", ["member list --agenda 2", 'member list --agenda 2 --json    prints {"members":[…]}']],
  { agenda },
  (options, engine) =>
    engine(Effect.gen(function*() {
      const members = yield* (yield* Members).list(options.agenda)
      return [{ members: members.map(shown) }, members.map(describe)] as const
    }))
)

const changeRole = resourceCommand(
  "role",
  ["Changes the role of a member. An agenda keeps at least one administrator.", ["member role --agenda 2 --user 1 --role contributor"]],
  { agenda, user, role },
  (options, engine) =>
    engine(Effect.gen(function*() {
      const members = yield* Members
      const isMember = (yield* members.list(options.agenda)).some((member) => member.userUid === options.user)
      if (!isMember) return yield* new Failure({ message: `user ${options.user} is not a member of agenda ${options.agenda}` })
      const member = yield* members.add(options.agenda, options.user, options.role)
      return [shown(member), [`user ${member.userUid} is ${member.role} of agenda ${member.agendaUid}`]] as const
    }))
)

const remove = resourceCommand(
  "remove",
  ["Removes a member from an agenda. The user's events stay. An agenda keeps at least one administrator.", [
    "member remove --agenda 2 --user 1 --yes"
  ]],
  { agenda, user, yes },
  (options, engine) =>
    Effect.gen(function*() {
      const what = `user ${options.user} as member of agenda ${options.agenda}`
      if (!options.yes) return yield* new Misuse({ message: `this would remove ${what}; add --yes to do it` })
      yield* engine(Effect.flatMap(Members, (members) => members.remove(options.agenda, options.user)))
      return [{ agendaUid: options.agenda, userUid: options.user, removed: true }, [`removed ${what}`]] as const
    })
)

/** `agenda-engine member`: manages the members of agendas. */
export const memberCommand = commandGroup(
  "member",
  [add, memberInvite, list, changeRole, remove],
  "Manages the members of agendas and their roles.",
  [
    "member add --agenda 2 --user 1 --role moderator",
    "member invite --agenda 2 --role contributor --email ada@example.org",
    "member list --agenda 2",
    "member role --agenda 2 --user 1 --role contributor",
    "member remove --agenda 2 --user 1 --yes"
  ]
)
