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
  `deletes: the account with its name and address (${user.email}), ${counted(agendaUids.length, "membership")}${
    agendaUids.length === 0 ? "" : ` of agendas ${agendaUids.join(", ")}`
  }, invitations of that address`,
  `revokes: ${counted(keys, "key")}, with their access tokens`,
  `keeps without author: ${counted(events, "event")}, ${counted(stateChanges, "change of state", "changes of state")}`,
  ...(soleAdministratorOf.length === 0 ? [] : [`blocked: the only administrator of agendas ${soleAdministratorOf.join(", ")}`])
]

/** `agenda-engine user delete`: deletes an account with the personal data of its user. */
const userDelete = Command.make(
  "delete",
  { uid: integerArgument("UID", "Uid of the user, as shown by user list."), yes, database, json },
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
).pipe(
  Command.withDescription(help("Deletes an account and the personal data of its user. Without --yes it prints what would be deleted.", [
    "user delete 7    prints what would be deleted and kept",
    'user delete 7 --yes --json    prints {"uid":7,"events":…,"deleted":true}'
  ], ["The only administrator of an agenda cannot be deleted: appoint another one first, or delete the agenda."]))
)

const create = Command.make(
  "create",
  {
    email: text("email", "Email address, unique among users."),
    name: text("name", "Displayed name of the user."),
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
).pipe(Command.withDescription(help("Creates a user account.", [
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

/** `agenda-engine user`: creates, lists and deletes user accounts. */
export const userCommand = Command.make("user", {}, () => missingSubcommand("agenda-engine user", ["create", "list", "delete"])).pipe(
  Command.withDescription(help("Creates, lists and deletes user accounts.", [
    "user create --email ada@example.org --name Ada",
    "user list",
    "user delete 7"
  ])),
  Command.withSubcommands([create, list, userDelete])
)
