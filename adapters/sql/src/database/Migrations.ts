import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
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

/**
 * Migration steps by `0001_name`, each an effect that runs its statements. A released step is never edited. Adapters
 * use the same names. A name that begins with `added_` says that programs without the step may go on: it adds only what
 * they neither read nor have to write.
 */
export interface Steps {
  readonly [name: string]: Effect.Effect<void, SqlError, SqlClient.SqlClient>
}

/** One step of a database's schema. */
export interface Migration {
  readonly id: number
  readonly name: string
}

/** The migration state of a database. */
export interface MigrationStatus {
  readonly applied: ReadonlyArray<Migration>
  readonly pending: ReadonlyArray<Migration>
}

const stepList = (steps: ReadonlyArray<Migration>): string => steps.map(({ id, name }) => `${id} ${name}`).join(", ")

/** A newer version of the program migrated the database: some of its steps are unknown to this one. */
export class NewerSchema extends Data.TaggedError("NewerSchema")<{
  readonly unknown: ReadonlyArray<Migration>
}> {
  override get message(): string {
    return `the database was migrated by a newer version, with steps that this one does not know: ${stepList(this.unknown)}`
  }
}

/** An unreleased version of the program created the database: its first step is not that of the first release. */
export class UnreleasedSchema extends Data.TaggedError("UnreleasedSchema")<{
  readonly unknown: ReadonlyArray<Migration>
}> {
  override get message(): string {
    return "the database was made by an unreleased version, whose schema cannot be migrated: " +
      "export its agendas with that version and import them into a new database with this one"
  }
}

const refusalOf = (known: ReadonlyArray<Migration>, unknown: ReadonlyArray<Migration>): NewerSchema | UnreleasedSchema =>
  unknown.some(({ id }) => id === known[0]?.id) ? new UnreleasedSchema({ unknown }) : new NewerSchema({ unknown })

/** Whether programs that do not know a step may use the database. */
const isAddition = ({ name }: Migration): boolean => name.startsWith("added_")

const migrationsTable = "agenda_migration"

const operation = "Migrations"

/** All steps of this program. */
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
 * Applies all pending steps in one transaction and returns them. Several processes may run it at once: `exclusively`
 * runs first in that transaction and blocks until it has the lock. Without pending steps it only reads. Fails as
 * `status` does when the database has unknown steps.
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
 * Lists the applied and pending steps of a database. Changes nothing. Fails with `Unsupported` when the database has
 * steps that this program does not know, additions aside; the cause is a `NewerSchema` or an `UnreleasedSchema`.
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
      const unknown = applied.filter((step) => !isAddition(step) && !all.some(({ id, name }) => id === step.id && name === step.name))
      if (unknown.length > 0) {
        return yield* new StoreError({ reason: "Unsupported", operation, cause: refusalOf(all, unknown) })
      }
      const latest = applied.at(-1)?.id ?? 0
      return { applied, pending: all.filter(({ id }) => id > latest) }
    })
  )
