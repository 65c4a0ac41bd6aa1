import * as DateTime from "effect/DateTime"

/** The epoch milliseconds of an ISO 8601 text: read by Effect, so that tests do not lean on the engine's own reader. */
export const instantOf = (text: string): number => DateTime.unsafeMake(text).epochMillis

/** A slot between two ISO 8601 texts. */
export const slotOf = (begin: string, end: string) => ({ begin: instantOf(begin), end: instantOf(end) })
