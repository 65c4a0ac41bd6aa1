import { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Dialect } from "./Dialect.js"
import { ownFaults } from "./storeFaults.js"

/** The driver's code of an error: SQLite's result name, Postgres' SQLSTATE, or Node's name for a failed connection. Empty: it has none. */
export const codeOf = (cause: unknown): string => {
  if (Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code)) return cause.code
  // Drivers report some ends of a connection in words alone.
  return cause instanceof Error ? cause.message : ""
}

/**
 * Maps a database error to the port's `StoreError`. Reasons: `Conflict` a lost race or a value that another record holds; `Busy` a wait past its
 * bound; `ReadOnly` a database that takes no writes; `Unavailable` one that cannot be reached; `Unsupported` what it cannot do; `Corrupt` the
 * rest. `Dialect.faults` maps the error codes.
 */
export const storeError = (dialect: Dialect, operation: string, error: SqlError): StoreError => {
  const code = codeOf(error.cause)
  const fault = [...ownFaults, ...dialect.faults].find(([prefix]) => code.startsWith(prefix))
  return new StoreError({ reason: fault?.[1] ?? "Corrupt", operation, cause: error.cause ?? error })
}

/** Whether this is an `SqlError`. Known by its tag: a driver may have a copy of `@effect/sql` of its own, with another class. */
export const isSqlError = (error: unknown): error is SqlError => Predicate.isTagged(error, "SqlError")

/** Turns every `SqlError` of an effect into the port's error. `operation` names the port's member: `EventStore.put`. */
export const refail =
  (dialect: Dialect, operation: string) => <A, R>(effect: Effect.Effect<A, SqlError | StoreError, R>): Effect.Effect<A, StoreError, R> =>
    Effect.mapError(effect, (error) => isSqlError(error) ? storeError(dialect, operation, error) : error)
