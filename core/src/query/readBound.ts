import { epochDayOf, isCivilDate } from "../domain/time/CivilDate.js"
import { offsetMinutes, zoneOffset } from "../domain/time/zoneOffset.js"

const shape = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([-+ ])(\d{2}):?(\d{2})?)?)?$/

const number = (digits: string | undefined): number => digits === undefined ? 0 : Number(digits)

const day_ms = 86_400_000

/** Default time zone of times without offset. */
export const utc = "UTC"

const offsetAt = (timezone: string, instant: number): number => timezone === utc ? 0 : zoneOffset(timezone, instant)

/** The instant of a local time in a zone: the earlier of two, or after the gap when the local time does not exist. */
const inZone = (local: number, timezone: string): number => {
  const before = local - offsetAt(timezone, local - day_ms)
  const after = local - offsetAt(timezone, local + day_ms)
  const [first = before] = [before, after]
    .filter((instant) => instant + offsetAt(timezone, instant) === local)
    .sort((left, right) => left - right)
  return first
}

const localDay = (instant: number, timezone: string): number => (instant + offsetAt(timezone, instant)) / day_ms

/** Lower or upper bound of a range. */
export type BoundName = "gte" | "lte"

/**
 * Parses a bound of a range to epoch milliseconds; null when it is invalid (wire.md §2, Dates). Accepts ISO 8601 with
 * an offset, a local time or date in `timezone`, and `today`: the start (gte) or the last millisecond (lte) of the
 * current day there. A `+` that the query string turned into a space is accepted. The zone passes `isTimezone`.
 *
 * @example
 * readBound("2024-03-31", "gte", "UTC", 0) // 1711843200000
 */
export const readBound = (text: string, bound: BoundName, timezone: string, now: number): number | null => {
  if (text === "today") {
    const day = Math.floor(localDay(now, timezone))
    return bound === "gte" ? inZone(day * day_ms, timezone) : inZone((day + 1) * day_ms, timezone) - 1
  }
  const found = shape.exec(text)
  if (found === null) return null
  const date = { year: number(found[1]), month: number(found[2]), day: number(found[3]) }
  const [hour, minute, second] = [number(found[4]), number(found[5]), number(found[6])]
  if (!isCivilDate(date) || hour > 23 || minute > 59 || second > 59) return null
  const fraction = Math.floor(Number(`0.${found[7] ?? "0"}`) * 1_000 + 1e-6)
  const local = epochDayOf(date) * day_ms + hour * 3_600_000 + minute * 60_000 + second * 1_000 + fraction
  if (found[8] !== undefined) return local
  if (found[9] === undefined) return inZone(local, timezone)
  const offset = offsetMinutes(found[9] === "-" ? "-" : "+", number(found[10]), number(found[11]))
  return offset === null ? null : local - offset * 60_000
}

const dayShape = /^(\d{4})-(\d\d)-(\d\d)$/

/**
 * Parses a bound of a range of days to days since 1970; null when it is invalid. A day compares as its midnight in
 * `timezone`: the bound of an instant is the first day that begins there or later (gte), or at the latest (lte).
 *
 * @example
 * readDayBound("1970-01-02T12:00:00Z", "gte", "UTC", 0) // 2
 */
export const readDayBound = (text: string, bound: BoundName, timezone: string, now: number): number | null => {
  const [match, year, month, day] = dayShape.exec(text) ?? []
  if (match !== undefined) {
    const civil = { year: Number(year), month: Number(month), day: Number(day) }
    return isCivilDate(civil) ? epochDayOf(civil) : null
  }
  const instant = readBound(text, bound, timezone, now)
  if (instant === null) return null
  const days = localDay(instant, timezone)
  return bound === "gte" && text !== "today" ? Math.ceil(days) : Math.floor(days)
}
