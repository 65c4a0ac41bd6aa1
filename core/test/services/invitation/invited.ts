import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import * as Effect from "effect/Effect"
import type { Mail } from "../../../src/ports/Mailer.js"
import { authorized } from "../../../src/services/Access.js"
import { Invitations } from "../../../src/services/Invitations.js"
import { testAgenda } from "../testEngine.js"

/** The token in the link of a mail. */
export const tokenIn = (mail: Mail | undefined): string => /token=(\S+)/.exec(mail?.text ?? "")?.[1] ?? ""

/** An agenda with members, and a function that invites into it. */
export const invited = Effect.gen(function*() {
  const all = yield* testAgenda
  const invitations = yield* Invitations
  const box = yield* MailBox
  const invite = (body: Parameters<typeof invitations.invite>[1], caller = all.moderator.token) =>
    authorized(caller, all.ref, "members:write", (by) => invitations.invite(by, body))
  const open = Effect.map(invitations.list(all.agenda.uid), (list) => list.map(({ email, status }) => [email, status]))
  return { ...all, invitations, box, invite, open }
})
