import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as DatabaseFacts from "@agenda-engine/sql/database/DatabaseFacts"
import * as Migrations from "@agenda-engine/sql/database/Migrations"
import { overClient, type SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import * as TableCopy from "@agenda-engine/sql/database/tableCopy"
import { type SchemaDialect, tableByAgenda } from "@agenda-engine/sql/schema/createStatements"
import { migrationSteps } from "@agenda-engine/sql/schema/migrationSteps"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as PostgresDatabase from "./PostgresDatabase.js"
import { postgresDialect } from "./postgresDialect.js"

/** How Postgres spells the schema, with so many partitions; null for none. */
export const postgresSchema = (partitions: number | null): SchemaDialect => ({
  types: {
    big: "bigint",
    identity: "bigint GENERATED ALWAYS AS IDENTITY",
    real: "double precision",
    separateKey: "bigint",
    small: "integer",
    text: `text COLLATE "C"`
  },
  hasIncludedColumns: true,
  limitsKeys: true,
  keysByAgenda: true,
  partitions,
  tableOptions: ({ leavesRoom = false }) => leavesRoom ? " WITH (fillfactor = 50)" : "",
  // Terms are stored out of line (TOAST), so that table scans read few pages. The primary key begins with the event:
  // if it began with the agenda, the planner would scan it instead of the GIN index. Every search reads the whole
  // pending list of that index, so the list is kept short.
  fullText: [
    ...tableByAgenda(
      "agenda_event_fulltext",
      "agenda_uid bigint NOT NULL, event_uid bigint NOT NULL, terms tsvector NOT NULL, PRIMARY KEY (event_uid, agenda_uid)",
      partitions,
      " WITH (toast_tuple_target = 128)"
    ),
    "ALTER TABLE agenda_event_fulltext ALTER COLUMN terms SET STORAGE EXTERNAL",
    "CREATE INDEX agenda_event_fulltext_by_term ON agenda_event_fulltext USING gin (terms) WITH (gin_pending_list_limit = 256)"
  ],
  randomDigits: "replace(gen_random_uuid()::text, '-', '')"
})

/** Advisory lock of migrations. The number must be unique in the database. */
const advisoryLock = 1_634_166_884

const operation = "PostgresMigrations"

const partitions_min = 2

/** More partitions need more locks than a server has by default. */
const partitions_max = 64

const refused = (cause: string): StoreError => new StoreError({ reason: "Unsupported", operation, cause: new Error(cause) })

/** Number of partitions of each table by agenda: null for tables without; undefined when there is no table yet. */
const partitionsOf = ({ read, sql }: SqlDatabase): Effect.Effect<number | null | undefined, StoreError> =>
  Effect.map(
    read(
      operation,
      sql<
        { readonly found: string | null }
      >`SELECT CASE WHEN t IS NOT NULL THEN (SELECT count(*) FROM pg_inherits WHERE inhparent = t) END AS found FROM to_regclass('agenda_event') t`
    ),
    ([row]) => typeof row?.found === "string" ? Number(row.found) || null : undefined
  )

/**
 * Applies all pending migrations to an open database. With `asked`, each table by agenda gets so many partitions. Fails
 * with `Unsupported` when the database was made with another number of them, and applies nothing.
 */
export const upDatabase = (
  database: SqlDatabase,
  asked: number | null = null
): Effect.Effect<ReadonlyArray<Migrations.Migration>, StoreError> =>
  Effect.gen(function*() {
    if (asked !== null && !(Number.isInteger(asked) && asked >= partitions_min && asked <= partitions_max)) {
      return yield* refused(`there can be ${partitions_min} to ${partitions_max} partitions, not ${asked}`)
    }
    const checked = Effect.flatMap(partitionsOf(database), (made) =>
      asked === null || made === undefined || made === asked
        ? Effect.succeed(made ?? asked)
        : refused(`the database was made with ${made ?? "no"} partitions, whose number cannot be changed`))
    const steps = migrationSteps(postgresSchema(yield* checked))
    // A transaction-level lock: a session-level one would outlive the transaction behind a pooler.
    const taken = yield* Migrations.up(database, steps, database.sql`SELECT pg_advisory_xact_lock(${advisoryLock})`)
    // Another process may have made the tables meanwhile.
    yield* checked
    return taken
  })

const steps = migrationSteps(postgresSchema(null))

/** Lists the applied and pending migrations of an open database. Changes nothing. */
export const statusDatabase = (database: SqlDatabase): Effect.Effect<Migrations.MigrationStatus, StoreError> =>
  Migrations.status(database, steps)

/** Long timeouts: a migration may rewrite whole tables, and waits for other migrating processes. */
const longTimeouts = { statementTimeout: "1 day", busyTimeout: "1 day" } as const

/**
 * Migrates a database to this version's schema and returns the applied migrations. Safe to run concurrently.
 *
 * @example
 * PostgresMigrations.up({ url: Redacted.make("postgres://localhost/agenda") })
 * @param asked Number of partitions of each table by agenda, if its tables are to have some (`upDatabase`).
 */
export const up = (
  server: PostgresDatabase.PostgresServer,
  asked: number | null = null
): Effect.Effect<ReadonlyArray<Migrations.Migration>, StoreError> =>
  Effect.flatMap(status(server), ({ pending }) =>
    pending.length === 0 && asked === null
      ? Effect.succeed([])
      : Effect.scoped(Effect.flatMap(PostgresDatabase.open({ ...server, ...longTimeouts }), (database) => upDatabase(database, asked))))

/** Lists the applied and pending migrations of a database. Changes nothing. */
export const status = (server: PostgresDatabase.PostgresServer): Effect.Effect<Migrations.MigrationStatus, StoreError> =>
  Effect.scoped(Effect.flatMap(PostgresDatabase.open(server), statusDatabase))

/** The facts of a database. Null for one without tables. */
export const facts = (server: PostgresDatabase.PostgresServer): Effect.Effect<DatabaseFacts.DatabaseFacts | null, StoreError> =>
  Effect.scoped(Effect.flatMap(PostgresDatabase.open(server), DatabaseFacts.read))

/** When the newest backup was complete, in epoch milliseconds. Null: there is none. */
export const lastBackupAt = (server: PostgresDatabase.PostgresServer): Effect.Effect<number | null, StoreError> =>
  Effect.scoped(Effect.flatMap(PostgresDatabase.open(server), DatabaseFacts.readBackup))

/** Notes in a database that a backup was complete, at an instant in epoch milliseconds. */
export const noteBackup = (server: PostgresDatabase.PostgresServer, at: number): Effect.Effect<void, StoreError> =>
  Effect.scoped(Effect.flatMap(PostgresDatabase.open(server), (database) => DatabaseFacts.noteBackup(database, at)))

/** Makes cursors of the log of changes expire. */
export const expireCursors = (server: PostgresDatabase.PostgresServer): Effect.Effect<void, StoreError> =>
  Effect.scoped(Effect.flatMap(PostgresDatabase.open(server), DatabaseFacts.expireCursors))

/** Reads one snapshot of all tables in batches (`readTables`), while others use the database. */
export const readTables = <E>(
  server: PostgresDatabase.PostgresServer,
  write: (rows: TableCopy.TableRows) => Effect.Effect<void, E>
): Effect.Effect<void, E | StoreError> =>
  // What takes the rows may pause for long, for example before it asks for a password.
  Effect.scoped(
    Effect.flatMap(PostgresDatabase.open({ ...server, ...longTimeouts }), (database) => TableCopy.readTables(database, write))
  )

/** Fills a migrated and empty database with rows that `readTables` has read, in one transaction (`writeTables`). */
export const writeTables = <E, R>(
  server: PostgresDatabase.PostgresServer,
  feed: TableCopy.Feed<E, R>
): Effect.Effect<void, E | StoreError, R> =>
  Effect.scoped(
    Effect.flatMap(PostgresDatabase.open({ ...server, ...longTimeouts }), (database) => TableCopy.writeTables(database, feed))
  )

/**
 * Measures how values are distributed in all tables, by which the planner chooses (`ANALYZE`). Autovacuum does it too,
 * within minutes of many writes.
 */
export const analyze = (server: PostgresDatabase.PostgresServer): Effect.Effect<void, StoreError> =>
  Effect.scoped(
    Effect.flatMap(PostgresDatabase.open({ ...server, ...longTimeouts }), ({ read, sql }) =>
      read("PostgresMigrations.analyze", Effect.asVoid(sql`ANALYZE`)))
  )

/** `up` over a host's client. */
export const upClient: Effect.Effect<ReadonlyArray<Migrations.Migration>, StoreError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => upDatabase(overClient(postgresDialect, sql))
)

/** `status` over a host's client. */
export const statusClient: Effect.Effect<Migrations.MigrationStatus, StoreError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => statusDatabase(overClient(postgresDialect, sql))
)
