import * as Either from "effect/Either"
import { epochDayOf, isCivilDate } from "../domain/CivilDate.js"
import type { IssueCode } from "../domain/Issue.js"
import { offsetMinutes } from "../domain/offsetMinutes.js"
import { isWritable } from "../domain/writableYears.js"

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
