import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

/** An ISO instant as epoch milliseconds; NaN when it is none. */
export const instantOf = (value: unknown): number =>
  typeof value === "string" ? Option.getOrElse(Option.map(DateTime.make(value), DateTime.toEpochMillis), () => Number.NaN) : Number.NaN
