import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { databaseOf } from "../engine/Database.js"
import { withEngine } from "../engine/withEngine.js"
import { database, help, json } from "../input/CliOptions.js"
import { answerAs } from "../output/Output.js"
import { missingSubcommand } from "./missingSubcommand.js"

const up = Command.make("up", { database, json }, (options) =>
  Effect.gen(function*() {
    const taken = yield* Effect.flatMap(databaseOf(options.database), (found) => found.up)
    yield* withEngine(options.database, Effect.void, "always")
    const lines = taken.length === 0 ? ["already up to date"] : taken.map(({ id, name }) => `applied ${id} ${name}`)
    yield* answerAs(options.json, { applied: taken }, lines)
  })).pipe(
    Command.withDescription(help("Migrates the database schema and rebuilds outdated indexes. Safe to run in several processes at once.", [
      "migrate up --database postgres://agenda@localhost/agenda",
      'migrate up --json    prints {"applied":[…]}'
    ]))
  )

const status = Command.make("status", { database, json }, (options) =>
  Effect.gen(function*() {
    const { applied, pending } = yield* Effect.flatMap(databaseOf(options.database), (database) =>
      Effect.zipRight(database.found, database.status))
    yield* answerAs(options.json, { applied, pending }, [
      ...applied.map(({ id, name }) =>
        `applied ${id} ${name}`
      ),
      ...pending.map(({ id, name }) => `pending ${id} ${name}`)
    ])
  })).pipe(Command.withDescription(help("Lists applied and pending schema migrations. Changes nothing.", [
    "migrate status",
    'migrate status --json    prints {"applied":[…],"pending":[…]}'
  ])))

/** `agenda-engine migrate`: manages the database schema. */
export const migrateCommand = Command.make("migrate", {}, () => missingSubcommand("agenda-engine migrate", ["up", "status"])).pipe(
  Command.withDescription(help("Manages the database schema.", ["migrate up", "migrate status"])),
  Command.withSubcommands([up, status])
)
