import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

const shape = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([-+ ])(\d{2}):?(\d{2})?)?)?$/

const number = (digits: string | undefined): number => digits === undefined ? 0 : Number(digits)

const daysInMonth = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Milliseconds between the start of 1970 and a date of the proleptic Gregorian calendar. */
const dayStart = (year: number, month: number, day: number): number => {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const ofEra = shifted - era * 400
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return (era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468) * 86_400_000
}

/** The instant at which clocks of a zone show these parts: the earlier of two, or moved forward by the gap where there is none. */
const inZone = (local: number, zone: DateTime.TimeZone): number => {
  const shown = DateTime.unsafeMake(local)
  return DateTime.toEpochMillis(DateTime.setZone(shown, zone, { adjustForTimeZone: true }))
}

/** Which end of a range a bound is. */
export type Bound = "gte" | "lte"

/**
 * Reads a bound of a range in epoch milliseconds, or null when it is not one (wire.md §2, Dates): ISO 8601 with an offset, without one or a
 * date alone (both read in `zone`), or the word `today`, which is the start (gte) or the last millisecond (lte) of the current day there.
 * A `+` that the query string turned into a space is still read as one.
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
  const [year, month, day] = [number(found[1]), number(found[2]), number(found[3])]
  const [hour, minute, second] = [number(found[4]), number(found[5]), number(found[6])]
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month) || hour > 23 || minute > 59 || second > 59) return null
  const fraction = Math.floor(Number(`0.${found[7] ?? "0"}`) * 1_000 + 1e-6)
  const local = dayStart(year, month, day) + hour * 3_600_000 + minute * 60_000 + second * 1_000 + fraction
  if (found[8] !== undefined) return local
  if (found[9] === undefined) return inZone(local, zone)
  const [offsetHours, offsetMinutes] = [number(found[10]), number(found[11])]
  if (offsetHours > 14 || offsetMinutes > 59) return null
  return local - (found[9] === "-" ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60_000
}

/** The time zone of this name, or null when there is none. */
export const readZone = (name: string): DateTime.TimeZone | null => Option.getOrNull(DateTime.zoneMakeNamed(name))

/** What dates without offset are read in when nothing is said. */
export const utc: DateTime.TimeZone = DateTime.zoneMakeOffset(0)
