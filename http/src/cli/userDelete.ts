import type { UserContents } from "@agenda-engine/core/services/removal/userContents"
import { Removals } from "@agenda-engine/core/services/Removals"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { database, integerArgument, json } from "./CliOptions.js"
import { counted, deleting, yes } from "./deletion.js"
import { help } from "./help.js"
import { withExistingEngine } from "./withExistingEngine.js"

const linesOf = ({ agendaUids, events, keys, soleAdministratorOf, stateChanges, user }: UserContents): ReadonlyArray<string> => [
  `gone: the account with its name and address (${user.email}), ${counted(agendaUids.length, "membership")}${
    agendaUids.length === 0 ? "" : ` of agendas ${agendaUids.join(", ")}`
  }, invitations of that address`,
  `revoked: ${counted(keys, "key")}, and every token bought with them`,
  `kept, as nobody's: ${counted(events, "event")}, ${counted(stateChanges, "change of state", "changes of state")}`,
  ...(soleAdministratorOf.length === 0 ? [] : [`in the way: the only administrator of agendas ${soleAdministratorOf.join(", ")}`])
]

/** `agenda-engine user delete`: removes an account with what is known of its user. */
export const userDelete = Command.make(
  "delete",
  { uid: integerArgument("UID", "The user's uid, as user list shows it."), yes, database, json },
  (options) =>
    withExistingEngine(
      options.database,
      Effect.gen(function*() {
        const removals = yield* Removals
        const { user, ...counts } = yield* removals.ofUser(options.uid)
        yield* deleting({
          options,
          what: `user ${user.uid} (${user.name})`,
          plan: { uid: user.uid, email: user.email, ...counts },
          lines: linesOf({ user, ...counts }),
          run: removals.user(options.uid)
        })
      })
    )
).pipe(Command.withDescription(help("Deletes an account and what is known of its user. Without --yes it says what that is.", [
  "user delete 7    says what would be deleted and what would be kept",
  'user delete 7 --yes --json    prints {"uid":7,"events":…,"deleted":true}'
], ["The last administrator of an agenda stays: give the agenda another one first, or delete it."])))
