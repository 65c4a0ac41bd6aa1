import { SqlError } from "@effect/sql/SqlError"
import type { Faults } from "./Dialect.js"

/** Milliseconds that a writer waits for others by default. */
export const busy_ms_default = 10_000

const busyCode = "AGENDA_BUSY"
const readOnlyCode = "AGENDA_READ_ONLY"

/** What the codes of the errors below mean, whatever the database. */
export const ownFaults: Faults = [[busyCode, "Busy"], [readOnlyCode, "ReadOnly"]]

const withCode = (code: string, message: string, cause?: unknown): SqlError =>
  new SqlError({ message, cause: Object.assign(new Error(message, { cause }), { code }) })

/** Other writers held the database for longer than this one waits. */
export const busyError = (wait_ms: number, cause?: unknown): SqlError =>
  withCode(busyCode, `other writers held the database for ${wait_ms} ms`, cause)

/** The database refused to begin a transaction that writes. */
export const readOnlyError = (cause: unknown): SqlError => withCode(readOnlyCode, "the database takes no writes", cause)
