import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { SqlError } from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Dialect, ErrorReasons } from "./Dialect.js"

/** Default wait for the write lock, in milliseconds. */
export const busy_ms_default = 10_000

const busyCode = "AGENDA_BUSY"
const readOnlyCode = "AGENDA_READ_ONLY"
const lostCommitCode = "AGENDA_LOST_COMMIT"

/** Reasons of the error codes below, for every database. */
const ownFaults: ErrorReasons = [[busyCode, "Busy"], [readOnlyCode, "ReadOnly"], [lostCommitCode, "Conflict"]]

const withCode = (code: string, message: string, cause?: unknown): SqlError =>
  new SqlError({ message, cause: Object.assign(new Error(message, { cause }), { code }) })

/** Timeout while waiting for the write lock. Maps to `Busy`. */
export const busyError = (wait_ms: number, cause?: unknown): SqlError =>
  withCode(busyCode, `other writers held the database for ${wait_ms} ms`, cause)

/** The queue of reads is full. Maps to `Busy`. */
export const queueFullError = (reads: number): SqlError => withCode(busyCode, `${reads} reads wait for a connection already`)

/** A read did not get its turn on a connection in time. Maps to `Busy`. */
export const readTimeoutError = (wait_ms: number): SqlError => withCode(busyCode, `other reads held the connection for ${wait_ms} ms`)

/** A commit that several transactions shared has failed. Maps to `Conflict`: each is run again, alone. */
export const lostCommitError = (cause: unknown): SqlError => withCode(lostCommitCode, "the commit of several transactions failed", cause)

/** The database refused to begin a write transaction. Maps to `ReadOnly`. */
export const readOnlyError = (cause: unknown): SqlError => withCode(readOnlyCode, "the database takes no writes", cause)

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
  const fault = [...ownFaults, ...dialect.errorReasons].find(([prefix]) => code.startsWith(prefix))
  return new StoreError({ reason: fault?.[1] ?? "Corrupt", operation, cause: error.cause ?? error })
}

/** Whether this is an `SqlError`. Tested by tag, because a driver may bundle its own copy of `@effect/sql`. */
export const isSqlError = (error: unknown): error is SqlError => Predicate.isTagged(error, "SqlError")

/** Maps every `SqlError` of an effect to `StoreError`. `operation` is the port operation, such as `EventStore.put`. */
export const mapSqlError =
  (dialect: Dialect, operation: string) => <A, R>(effect: Effect.Effect<A, SqlError | StoreError, R>): Effect.Effect<A, StoreError, R> =>
    // Unlike `mapError`, it takes no step when the effect succeeds.
    Effect.catchAllCause(
      effect,
      (cause) => Effect.failCause(Cause.map(cause, (error) => isSqlError(error) ? storeError(dialect, operation, error) : error))
    )
