import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { databaseConfig, fenceConfig } from "../../config/databaseConfig.js"
import { Failure, Misuse, showConfigError } from "../output/Failure.js"
import type { Database } from "./Database.js"

/** Whether the database has to be the one of the settings: not so for a temporary one that a command makes itself. */
export class HasFence extends Context.Reference<HasFence>()("@agenda-engine/server/cli/engine/HasFence", {
  defaultValue: () => true
}) {}

/**
 * The database, if it is the one that `AGENDA_DATABASE_ID` names, or if the variable is not set or
 * does not apply. Otherwise fails before
 * anything is created: an empty or another volume would hide the data.
 */
export const fenced = (database: Database): Effect.Effect<Database, Failure | Misuse | StoreError> =>
  Effect.gen(function*() {
    if (!(yield* HasFence)) return database
    const expected = yield* Effect.mapError(fenceConfig, (error) => new Misuse({ message: showConfigError(error) }))
    if (expected === null) return database
    const place = yield* database.place
    const facts = yield* database.facts
    if (facts?.id === expected) return database
    const found = facts === null
      ? "does not exist or is empty"
      : facts.id === null
      ? "has no id: an unreleased version made it"
      : `has the id ${facts.id}`
    return yield* new Failure({ message: `AGENDA_DATABASE_ID is ${expected}, but the database ${place} ${found}` })
  })

/** Fails when a server on this database, by its name, has standbys in its settings that cannot be of it. */
export const refuseForeignStandbys = (name: string): Effect.Effect<void, Misuse> =>
  Effect.gen(function*() {
    const { readFrom } = yield* Effect.mapError(databaseConfig, (error) => new Misuse({ message: showConfigError(error) }))
    if (readFrom.length === 0 || name.startsWith("postgres") || !(yield* HasFence)) return
    return yield* new Misuse({ message: "AGENDA_DATABASE_READ names standbys of Postgres, and the database is none" })
  })
