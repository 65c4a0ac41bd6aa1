import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as Migrations from "@agenda-engine/sql/database/Migrations"
import { overClient, type SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import { migrationSteps } from "@agenda-engine/sql/schema/migrationSteps"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as PostgresDatabase from "./PostgresDatabase.js"
import { postgresDialect } from "./postgresDialect.js"
import { postgresSchema } from "./postgresSchema.js"

const steps = migrationSteps(postgresSchema)

/** Advisory lock of migrations. The number must be unique in the database. */
const advisoryLock = 1_634_166_884

/** Applies all pending migrations to an open database. */
export const upDatabase = (database: SqlDatabase): Effect.Effect<ReadonlyArray<Migrations.Migration>, StoreError> =>
  // A transaction-level lock: a session-level one would outlive the transaction behind a pooler.
  Migrations.up(database, steps, database.sql`SELECT pg_advisory_xact_lock(${advisoryLock})`)

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
 */
export const up = (server: PostgresDatabase.PostgresServer): Effect.Effect<ReadonlyArray<Migrations.Migration>, StoreError> =>
  Effect.flatMap(status(server), ({ pending }) =>
    pending.length === 0
      ? Effect.succeed([])
      : Effect.scoped(Effect.flatMap(PostgresDatabase.open({ ...server, ...longTimeouts }), upDatabase)))

/** Lists the applied and pending migrations of a database. Changes nothing. */
export const status = (server: PostgresDatabase.PostgresServer): Effect.Effect<Migrations.MigrationStatus, StoreError> =>
  Effect.scoped(Effect.flatMap(PostgresDatabase.open(server), statusDatabase))

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
