import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import type { UserContents } from "@agenda-engine/core/services/removal/removeUser"
import { Removals } from "@agenda-engine/core/services/Removals"
import { Users } from "@agenda-engine/core/services/Users"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { withEngine, withExistingEngine } from "../engine/withEngine.js"
import { database, help, integerArgument, json, text } from "../input/CliOptions.js"
import { answerAs } from "../output/Output.js"
import { counted, deleting, yes } from "./deletion.js"
import { missingSubcommand } from "./missingSubcommand.js"

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

const create = Command.make(
  "create",
  {
    email: text("email", "The address; no other user may have it."),
    name: text("name", "How the user is shown."),
    database,
    json
  },
  (options) =>
    withEngine(
      options.database,
      Effect.gen(function*() {
        const user = yield* (yield* Users).create({ email: options.email, name: options.name })
        yield* answerAs(options.json, { uid: user.uid }, [`user ${user.uid} created for ${user.email}`])
      })
    )
).pipe(Command.withDescription(help("Makes a user account.", [
  "user create --email ada@example.org --name Ada",
  'user create --email ada@example.org --name Ada --json    prints {"uid":…}'
])))

const list = Command.make("list", { database, json }, (options) =>
  withExistingEngine(
    options.database,
    Effect.gen(function*() {
      const users = (yield* (yield* Users).list).map((user) => ({ ...user, createdAt: formatUtc(user.createdAt) }))
      yield* answerAs(options.json, { users }, users.map(({ email, name, uid }) => `${uid}\t${email}\t${name}`))
    })
  )).pipe(Command.withDescription(help("Lists all user accounts.", ["user list", 'user list --json    prints {"users":[…]}'])))

/** `agenda-engine user`: makes, lists and deletes user accounts. */
export const userCommand = Command.make("user", {}, () => missingSubcommand("agenda-engine user", ["create", "list", "delete"])).pipe(
  Command.withDescription(help("Makes, lists and deletes user accounts.", [
    "user create --email ada@example.org --name Ada",
    "user list",
    "user delete 7"
  ])),
  Command.withSubcommands([create, list, userDelete])
)
