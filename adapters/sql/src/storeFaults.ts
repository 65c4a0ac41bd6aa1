import { SqlError } from "@effect/sql/SqlError"
import type { Faults } from "./Dialect.js"

/** Default wait for the write lock, in milliseconds. */
export const busy_ms_default = 10_000

const busyCode = "AGENDA_BUSY"
const readOnlyCode = "AGENDA_READ_ONLY"

/** Reasons of the error codes below, for every database. */
export const ownFaults: Faults = [[busyCode, "Busy"], [readOnlyCode, "ReadOnly"]]

const withCode = (code: string, message: string, cause?: unknown): SqlError =>
  new SqlError({ message, cause: Object.assign(new Error(message, { cause }), { code }) })

/** Timeout while waiting for the write lock. Maps to `Busy`. */
export const busyError = (wait_ms: number, cause?: unknown): SqlError =>
  withCode(busyCode, `other writers held the database for ${wait_ms} ms`, cause)

/** The queue of reads is full. Maps to `Busy`. */
export const queueFullError = (reads: number): SqlError => withCode(busyCode, `${reads} reads wait for a connection already`)

/** A read did not get its turn on a connection in time. Maps to `Busy`. */
export const readTimeoutError = (wait_ms: number): SqlError => withCode(busyCode, `other reads held the connection for ${wait_ms} ms`)

/** The database refused to begin a write transaction. Maps to `ReadOnly`. */
export const readOnlyError = (cause: unknown): SqlError => withCode(readOnlyCode, "the database takes no writes", cause)
