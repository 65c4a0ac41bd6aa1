import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

/** The instant that a text of ISO 8601 with an offset says, epoch milliseconds; null where it says none. */
export const instantOf = (text: string): number | null =>
  // ISO 8601 parts seconds and fraction by either, and allows small letters; what reads it here knows the full stop and capitals.
  Option.getOrNull(Option.map(DateTime.make(text.replace(",", ".").toUpperCase()), DateTime.toEpochMillis))
