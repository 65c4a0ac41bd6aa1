import { epochDayOf, isCivilDate } from "@agenda-engine/core/domain/CivilDate"
import { offsetMinutes } from "@agenda-engine/core/domain/offsetMinutes"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

const shape = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([-+ ])(\d{2}):?(\d{2})?)?)?$/

const number = (digits: string | undefined): number => digits === undefined ? 0 : Number(digits)

/** The instant of a local time in a zone: the earlier of two, or after the gap when the local time does not exist. */
const inZone = (local: number, zone: DateTime.TimeZone): number => {
  const shown = DateTime.unsafeMake(local)
  return DateTime.toEpochMillis(DateTime.setZone(shown, zone, { adjustForTimeZone: true }))
}

/** Lower or upper bound of a range. */
export type Bound = "gte" | "lte"

/**
 * Parses a bound of a range to epoch milliseconds; null when it is invalid (wire.md §2, Dates). Accepts ISO 8601 with
 * an offset, a local time or date in `zone`, and `today`: the start (gte) or the last millisecond (lte) of the current
 * day there. A `+` that the query string turned into a space is accepted.
 *
 * @example
 * readInstant("2024-03-31", "gte", DateTime.zoneMakeOffset(0), 0) // 1711843200000
 */
export const readInstant = (text: string, bound: Bound, zone: DateTime.TimeZone, now: number): number | null => {
  if (text === "today") {
    const here = DateTime.setZone(DateTime.unsafeMake(now), zone)
    return DateTime.toEpochMillis(bound === "gte" ? DateTime.startOf(here, "day") : DateTime.endOf(here, "day"))
  }
  const found = shape.exec(text)
  if (found === null) return null
  const date = { year: number(found[1]), month: number(found[2]), day: number(found[3]) }
  const [hour, minute, second] = [number(found[4]), number(found[5]), number(found[6])]
  if (!isCivilDate(date) || hour > 23 || minute > 59 || second > 59) return null
  const fraction = Math.floor(Number(`0.${found[7] ?? "0"}`) * 1_000 + 1e-6)
  const local = epochDayOf(date) * 86_400_000 + hour * 3_600_000 + minute * 60_000 + second * 1_000 + fraction
  if (found[8] !== undefined) return local
  if (found[9] === undefined) return inZone(local, zone)
  const offset = offsetMinutes(found[9] === "-" ? "-" : "+", number(found[10]), number(found[11]))
  return offset === null ? null : local - offset * 60_000
}

/** The time zone of this name, or null when there is none. */
export const readZone = (name: string): DateTime.TimeZone | null => Option.getOrNull(DateTime.zoneMakeNamed(name))

/** Default zone of dates without offset. */
export const utc: DateTime.TimeZone = DateTime.zoneMakeOffset(0)
