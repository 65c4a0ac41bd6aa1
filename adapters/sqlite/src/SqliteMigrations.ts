import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as DatabaseFacts from "@agenda-engine/sql/database/DatabaseFacts"
import * as Migrations from "@agenda-engine/sql/database/Migrations"
import { overClient, type SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import type { SchemaDialect } from "@agenda-engine/sql/schema/createStatements"
import { migrationSteps } from "@agenda-engine/sql/schema/migrationSteps"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { statSync } from "node:fs"
import { requireVersion } from "./requireVersion.js"
import * as SqliteDatabase from "./SqliteDatabase.js"
import { sqliteDialect } from "./sqliteDialect.js"

/** How SQLite spells the schema. */
export const sqliteSchema: SchemaDialect = {
  types: { big: "INTEGER", identity: "INTEGER", real: "REAL", separateKey: "INT", small: "INTEGER", text: "TEXT" },
  hasIncludedColumns: false,
  limitsKeys: false,
  keysByAgenda: false,
  partitions: null,
  tableOptions: ({ isClustered = false }) => isClustered ? " STRICT, WITHOUT ROWID" : " STRICT",
  // Terms contain letters and digits of any script and `:`. The tokenizer takes every character beyond ASCII for a
  // letter.
  fullText: [
    `CREATE VIRTUAL TABLE agenda_event_fulltext USING fts5(terms, content='', contentless_delete=1, detail='none', tokenize="ascii tokenchars ':'")`,
    "CREATE VIRTUAL TABLE agenda_event_fulltext_term USING fts5vocab(agenda_event_fulltext, instance)"
  ],
  randomDigits: "lower(hex(randomblob(16)))"
}

const steps = migrationSteps(sqliteSchema)

/** The database file, and its lock timeout. */
export interface SqliteFile extends SqliteDatabase.Waiting {
  /** A path. */
  readonly filename: string
}

/** Whether the path does not exist. A path that cannot be inspected may exist. */
const isMissing = (filename: string): boolean => {
  try {
    return statSync(filename, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

/** A migration may rewrite whole tables: other processes wait that long for its end. */
const longWait = Schedule.spaced("100 millis").pipe(Schedule.upTo("1 day"))

/** Applies all pending migrations to an open database. Waits as long as another process migrates it. */
export const upDatabase = (database: SqlDatabase): Effect.Effect<ReadonlyArray<Migrations.Migration>, StoreError> =>
  // BEGIN IMMEDIATE already serializes migrating processes.
  Effect.retry(Migrations.up(database, steps, Effect.void), { while: ({ reason }) => reason === "Busy", schedule: longWait })

/**
 * Migrates a database file to this version's schema, creating it if missing, and returns the applied migrations. Safe
 * to run concurrently.
 *
 * @example
 * SqliteMigrations.up({ filename: "agenda.db" })
 */
export const up = ({ filename, ...waiting }: SqliteFile): Effect.Effect<ReadonlyArray<Migrations.Migration>, StoreError> =>
  Effect.scoped(Effect.flatMap(SqliteDatabase.open(filename, waiting), upDatabase))

/** Lists the applied and pending migrations of an open database. Changes nothing. */
export const statusDatabase = (database: SqlDatabase): Effect.Effect<Migrations.MigrationStatus, StoreError> =>
  Migrations.status(database, steps)

/**
 * Lists the applied and pending migrations of a database file. Changes nothing; for a missing file all are pending.
 * Fails with `Unavailable` when the file exists but cannot be opened.
 */
export const status = ({ filename }: SqliteFile): Effect.Effect<Migrations.MigrationStatus, StoreError> =>
  Effect.flatMap(Effect.sync(() => isMissing(filename)), (missing) =>
    missing
      ? Effect.map(Migrations.known(steps), (pending) => ({ applied: [], pending }))
      : Effect.scoped(Effect.flatMap(SqliteDatabase.openReadOnly(filename), statusDatabase)))

/** The facts of a database file, without creating it. Null for a missing file and for one without tables. */
export const facts = ({ filename }: SqliteFile): Effect.Effect<DatabaseFacts.DatabaseFacts | null, StoreError> =>
  Effect.flatMap(Effect.sync(() => isMissing(filename)), (missing) =>
    missing
      ? Effect.succeed(null)
      : Effect.scoped(Effect.flatMap(SqliteDatabase.openReadOnly(filename), DatabaseFacts.read)))

/** `up` over a host's client. */
export const upClient: Effect.Effect<ReadonlyArray<Migrations.Migration>, StoreError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.zipRight(requireVersion(sql), upDatabase(overClient(sqliteDialect, sql)))
)

/** `status` over a host's client. */
export const statusClient: Effect.Effect<Migrations.MigrationStatus, StoreError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => statusDatabase(overClient(sqliteDialect, sql))
)
