import { formatUtc } from "@agenda-engine/core/derive/formatInstant"
import { Users } from "@agenda-engine/core/services/Users"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { database, json, text } from "./CliOptions.js"
import { help } from "./help.js"
import { missingSubcommand } from "./missingSubcommand.js"
import { answerAs } from "./Output.js"
import { userDelete } from "./userDelete.js"
import { withEngine } from "./withEngine.js"
import { withExistingEngine } from "./withExistingEngine.js"

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
