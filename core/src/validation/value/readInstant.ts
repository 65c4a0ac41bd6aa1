import * as Either from "effect/Either"
import type { IssueCode } from "../../domain/error/Issue.js"
import type { Json } from "../../domain/text/Json.js"
import { epochDayOf, isCivilDate } from "../../domain/time/CivilDate.js"
import { parseInstant } from "../../domain/time/parseInstant.js"
import { isWritable } from "../../domain/time/writableYears.js"
import { offsetMinutes } from "../../domain/time/zoneOffset.js"
import { fault, type ParseResult, type ValuePath } from "./ParseResult.js"

const iso = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(Z|([+-])(\d\d):?(\d\d))?$/i

/**
 * Parses an ISO 8601 instant with a mandatory UTC offset to epoch milliseconds, truncated to seconds (wire.md §5).
 * Fails with `date.invalid` for another form, for a date, time or offset that does not exist, and for a year outside
 * 0000 to 9999 in UTC. Fails with `offset.required` when only the offset is missing.
 *
 * @example
 * readInstant("2022-10-15T17:00+02:00") // right(1665846000000)
 */
export const readInstant = (text: string): Either.Either<number, Extract<IssueCode, "date.invalid" | "offset.required">> => {
  const match = iso.exec(text)
  if (match === null) return Either.left("date.invalid")
  const [, years, months, days, hours, minutes, seconds = "0", zone, sign, offsetHours = "0", offsetPart = "0"] = match
  const date = { year: Number(years), month: Number(months), day: Number(days) }
  if (!isCivilDate(date) || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return Either.left("date.invalid")
  if (zone === undefined) return Either.left("offset.required")
  const offset = offsetMinutes(sign === "-" ? "-" : "+", Number(offsetHours), Number(offsetPart))
  if (offset === null) return Either.left("date.invalid")
  const local_minutes = (epochDayOf(date) * 24 + Number(hours)) * 60 + Number(minutes)
  const instant = ((local_minutes - offset) * 60 + Number(seconds)) * 1_000
  return isWritable(instant) ? Either.right(instant) : Either.left("date.invalid")
}

/** Maximum length of the text in characters, because fractions of a second may have any number of digits. */
const text_chars_max = 64

/** An instant that is stored as written. */
export interface WrittenInstant {
  readonly text: string
  /** The instant in epoch milliseconds. */
  readonly at: number
}

/**
 * Parses an instant that is stored as written, to the millisecond; null when absent. Unlike instants of slots it is not
 * truncated to seconds. Fails like `readInstant`.
 */
export const readWrittenInstant = (value: Json | undefined, { field, ...at }: ValuePath): ParseResult<WrittenInstant | null> => {
  if (value === undefined || value === null || value === "") return Either.right(null)
  const more = { ...at, origin: value }
  if (typeof value !== "string" || value.length > text_chars_max) return fault("date.invalid", field, more)
  const text = value.trim()
  const read = readInstant(text)
  if (Either.isLeft(read)) return fault(read.left, field, more)
  return Either.right({ text, at: parseInstant(text) ?? read.right })
}
