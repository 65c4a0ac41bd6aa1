import { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Dialect } from "./Dialect.js"
import { ownFaults } from "./storeFaults.js"

/**
 * The driver's error code: SQLite's result name, Postgres' SQLSTATE, or Node's code of a failed connection. Without a
 * code, the message; empty when there is neither.
 */
export const codeOf = (cause: unknown): string => {
  if (Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code)) return cause.code
  // Drivers report some lost connections by message only.
  return cause instanceof Error ? cause.message : ""
}

/**
 * Maps a database error to the port's `StoreError`. Reasons:
 * - `Conflict`: a lost race, or a value that another record has;
 * - `Busy`: a wait past its limit;
 * - `ReadOnly`: a database that takes no writes;
 * - `Unavailable`: a database that cannot be reached;
 * - `Unsupported`: a statement that the database does not support;
 * - `Corrupt`: anything else.
 *
 * `Dialect.faults` maps the error codes.
 */
export const storeError = (dialect: Dialect, operation: string, error: SqlError): StoreError => {
  const code = codeOf(error.cause)
  const fault = [...ownFaults, ...dialect.faults].find(([prefix]) => code.startsWith(prefix))
  return new StoreError({ reason: fault?.[1] ?? "Corrupt", operation, cause: error.cause ?? error })
}

/** Whether this is an `SqlError`. Tested by tag, because a driver may bundle its own copy of `@effect/sql`. */
export const isSqlError = (error: unknown): error is SqlError => Predicate.isTagged(error, "SqlError")

/** Maps every `SqlError` of an effect to `StoreError`. `operation` is the port operation, such as `EventStore.put`. */
export const mapSqlError =
  (dialect: Dialect, operation: string) => <A, R>(effect: Effect.Effect<A, SqlError | StoreError, R>): Effect.Effect<A, StoreError, R> =>
    Effect.mapError(effect, (error) => isSqlError(error) ? storeError(dialect, operation, error) : error)
