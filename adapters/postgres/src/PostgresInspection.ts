import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import * as Effect from "effect/Effect"
import * as PostgresDatabase from "./PostgresDatabase.js"

const operation = "PostgresInspection"

const inspect = <A>(
  server: PostgresDatabase.PostgresServer,
  look: (database: SqlDatabase) => Effect.Effect<A, StoreError>
): Effect.Effect<A, StoreError> => Effect.scoped(Effect.flatMap(PostgresDatabase.open(server), look))

/** The major version of the server, such as 15. */
export const serverVersion = (server: PostgresDatabase.PostgresServer): Effect.Effect<number, StoreError> =>
  inspect(server, ({ read, sql }) =>
    Effect.map(
      read(operation, sql<{ readonly version: string }>`SELECT current_setting('server_version_num') AS version`),
      ([row]) => Math.floor(Number(row?.version) / 10_000)
    ))

/** A statement with its number of calls and the mean of its times, in milliseconds. */
export interface MeasuredStatement {
  readonly text: string
  readonly calls: number
  readonly mean_ms: number
}

/**
 * The three queries and writes of this database that take longest on average, from `pg_stat_statements`. Other
 * statements may have passwords. Fails where the extension is not there, or the user may not read it.
 */
export const slowestStatements = (
  server: PostgresDatabase.PostgresServer
): Effect.Effect<ReadonlyArray<MeasuredStatement>, StoreError> =>
  inspect(server, ({ read, sql }) =>
    Effect.map(
      read(
        operation,
        sql<{ readonly text: string; readonly calls: string; readonly ms: number }>`SELECT query AS text, calls, mean_exec_time AS ms
          FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND query ~* '^[[:space:]]*(select|insert|update|delete|with)[[:>:]]' AND query LIKE '%agenda%' ORDER BY mean_exec_time DESC FETCH FIRST 3 ROWS ONLY`
      ),
      (rows) => rows.map(({ calls, ms, text }) => ({ text, calls: Number(calls), mean_ms: ms }))
    ))
