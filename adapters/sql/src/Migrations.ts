import { StoreError } from "@agenda-engine/core/domain/EngineError"
import * as Migrator from "@effect/sql/Migrator"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Cell from "./Cell.js"
import { isSqlError, mapSqlError, storeError } from "./mapSqlError.js"
import { readRows } from "./readRows.js"
import type { SqlDatabase } from "./SqlDatabase.js"

/** Steps by `0001_name`, each an effect that runs its statements. Old ones are never edited; adapters use the same names. */
export interface Steps {
  readonly [name: string]: Effect.Effect<void, SqlError, SqlClient.SqlClient>
}

/** One step of a database's schema. */
export interface Migration {
  readonly id: number
  readonly name: string
}

/** Where a database's schema stands. */
export interface MigrationStatus {
  readonly applied: ReadonlyArray<Migration>
  readonly pending: ReadonlyArray<Migration>
}

/** A database has taken steps that this program does not know: a newer program migrated it. */
export class NewerSchema extends Data.TaggedError("NewerSchema")<{
  readonly unknown: ReadonlyArray<Migration>
}> {
  override get message(): string {
    const steps = this.unknown.map(({ id, name }) => `${id} ${name}`).join(", ")
    return `the database was migrated by a newer version, with steps that this one does not know: ${steps}`
  }
}

/** The table that the steps already taken are kept in. */
export const migrationsTable = "agenda_migration"

const operation = "Migrations"

/** Every step there is. */
export const known = (steps: Steps): Effect.Effect<ReadonlyArray<Migration>> =>
  Effect.map(Effect.orDie(Migrator.fromRecord(steps)), (loaded) => loaded.map(([id, name]) => ({ id, name })))

const isMigrationError = (defect: unknown): defect is Migrator.MigrationError => Predicate.isTagged(defect, "MigrationError")

const failedStep = (database: SqlDatabase, error: Migrator.MigrationError): StoreError => {
  const { cause } = error
  return isSqlError(cause)
    ? storeError(database.dialect, operation, cause)
    : new StoreError({ reason: "Corrupt", operation, cause: error })
}

const migrator = Migrator.make({})

/**
 * Takes every step that is still to be taken, in one transaction, and says which those were. Safe from several processes at once:
 * `exclusively` runs first in that transaction, and lets one of them in at a time. Where there is none to take, it only reads. Steps that this
 * program does not know are refused like `status` does.
 */
export const up = (
  database: SqlDatabase,
  steps: Steps,
  exclusively: Effect.Effect<unknown, SqlError>
): Effect.Effect<ReadonlyArray<Migration>, StoreError> =>
  Effect.flatMap(status(database, steps), ({ pending }) => pending.length === 0 ? Effect.succeed([]) : take(database, steps, exclusively))

const take: typeof up = (database, steps, exclusively) =>
  database.runClient(Effect.gen(function*() {
    yield* exclusively
    // The migrator looks for its table by a statement that fails without it, which would end a Postgres transaction.
    yield* database.sql`CREATE TABLE IF NOT EXISTS ${
      database.sql(migrationsTable)
    } (migration_id integer PRIMARY KEY, created_at text NOT NULL DEFAULT CURRENT_TIMESTAMP, name text NOT NULL)`
    const taken = yield* migrator({ loader: Migrator.fromRecord(steps), table: migrationsTable })
    return taken.map(([id, name]) => ({ id, name }))
  })).pipe(
    Effect.catchSomeDefect((defect) => isMigrationError(defect) ? Option.some(Effect.fail(defect)) : Option.none()),
    Effect.catchTag("MigrationError", (error) => Effect.fail(failedStep(database, error))),
    mapSqlError(database.dialect, operation)
  )

/**
 * Lists the migration steps that a database has taken and those that are pending. Changes nothing. Fails with `Unsupported`, caused by a
 * `NewerSchema`, when the database has taken steps that this program does not know.
 */
export const status = (database: SqlDatabase, steps: Steps): Effect.Effect<MigrationStatus, StoreError> =>
  database.snapshot(
    operation,
    Effect.gen(function*() {
      const { dialect, sql } = database
      const all = yield* known(steps)
      const there = yield* dialect.tableNamed(sql, migrationsTable)
      if (there.length === 0) return { applied: [], pending: all }
      const rows = yield* sql`SELECT migration_id, name FROM ${sql(migrationsTable)} ORDER BY migration_id`
      const applied = yield* readRows(operation, rows, (row) => ({ id: Cell.integer(row, "migration_id"), name: Cell.text(row, "name") }))
      const unknown = applied.filter((step) => !all.some(({ id, name }) => id === step.id && name === step.name))
      if (unknown.length > 0) {
        return yield* new StoreError({ reason: "Unsupported", operation, cause: new NewerSchema({ unknown }) })
      }
      const latest = applied.at(-1)?.id ?? 0
      return { applied, pending: all.filter(({ id }) => id > latest) }
    })
  )
