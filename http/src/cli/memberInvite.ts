import { operator } from "@agenda-engine/core/domain/Credential"
import { Role } from "@agenda-engine/core/domain/Member"
import { Invitations } from "@agenda-engine/core/services/Invitations"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { choice, database, integer, json, several, text } from "./CliOptions.js"
import { help } from "./help.js"
import { answerAs, remark } from "./Output.js"
import { withExistingEngine } from "./withExistingEngine.js"

/** `agenda-engine member invite`: invites addresses by mail. */
export const memberInvite = Command.make(
  "invite",
  {
    agenda: integer("agenda", "Uid of the agenda."),
    role: choice("role", Role.literals, "The role of the new members."),
    email: several("email", Schema.String, "An address to invite."),
    message: text("message", "A message for the mail, markdown.").pipe(Options.withDefault("")),
    database,
    json
  },
  ({ agenda, email, message, role, ...options }) =>
    withExistingEngine(
      options.database,
      Effect.gen(function*() {
        const invitations = yield* Invitations
        const body = { role, emails: email, message }
        const { processed, queued } = yield* invitations.invite(operator, { _tag: "Uid", uid: agenda }, body)
        yield* invitations.sendDue
        const addresses = new Set(email.map((address) => address.trim().toLowerCase()))
        const unsent = (yield* invitations.list(agenda)).filter((record) => addresses.has(record.email) && record.status !== "sent")
        for (const { email: address, failure, status } of unsent) {
          const fate = status === "pending" ? "is left to a server to try again" : "is not tried again"
          yield* remark(`the mail to ${address} was not taken and ${fate}: ${failure ?? "it is being sent elsewhere"}`)
        }
        yield* answerAs(options.json, { queued, processed }, [`${queued} invited to agenda ${agenda} as ${role}`])
      })
    )
).pipe(
  Command.withDescription(
    help("Invites addresses into an agenda: each gets a mail with a link that accepts. Mails that are not taken are left to a server.", [
      "member invite --agenda 2 --role contributor --email ada@example.org --email bob@example.org",
      'member invite --agenda 2 --role moderator --email ada@example.org --message "Welcome, **Ada**!"'
    ], ["Where mails go is said by AGENDA_MAIL, whose they are by AGENDA_MAIL_FROM, where their links lead by AGENDA_PUBLIC_URL."])
  )
)
