import { civilDateOf, epochDayOf, formatDay } from "../domain/CivilDate.js"
import { instantAtLocal } from "../domain/instantAtLocal.js"
import { zoneOffset } from "../domain/zoneOffset.js"
import type { Range } from "./EventQuery.js"

/** A day in a time zone: `gte` is its first instant, `lt` the first instant of the next day. Epoch milliseconds. */
export interface DayRange {
  /** ISO 8601 date. */
  readonly day: string
  readonly gte: number
  readonly lt: number
}

const day_ms = 86_400_000

const dayAt = (instant: number, timezone: string): number => Math.floor((instant + zoneOffset(timezone, instant)) / day_ms)

/** The first and last epoch day of the month of a day. */
const monthOf = (day: number): readonly [first: number, last: number] => {
  const { month, year } = civilDateOf(day)
  return [epochDayOf({ year, month, day: 1 }), epochDayOf({ year, month: month + 1, day: 1 }) - 1]
}

/**
 * The first and last epoch day of a range. An open end extends to the end of the month of the other bound; null when
 * both are open.
 */
const daysOf = ({ gte, lte }: Range, timezone: string): readonly [first: number, last: number] | null => {
  if (gte === null) return lte === null ? null : [monthOf(dayAt(lte, timezone))[0], dayAt(lte, timezone)]
  return lte === null ? [dayAt(gte, timezone), monthOf(dayAt(gte, timezone))[1]] : [dayAt(gte, timezone), dayAt(lte, timezone)]
}

/**
 * The days of a time zone that overlap some ranges, sorted and without duplicates (wire.md §6, `eventsByDateRanges`).
 * Without ranges, the days of the month of `at`. A range with one bound extends to the end of the month of that bound.
 * Null when there are more than `days_max` days.
 */
export const dayRanges = (
  ranges: ReadonlyArray<Range>,
  timezone: string,
  at: number,
  days_max: number
): ReadonlyArray<DayRange> | null => {
  const spans = ranges.length === 0 ? [monthOf(dayAt(at, timezone))] : ranges.flatMap((range) => {
    const days = daysOf(range, timezone)
    return days === null ? [] : [days]
  })
  const days = new Set<number>()
  for (const [first, last] of spans) {
    for (let day = first; day <= last; day += 1) {
      days.add(day)
      if (days.size > days_max) return null
    }
  }
  return [...days].sort((left, right) => left - right).map((day) => ({
    day: formatDay(civilDateOf(day)),
    gte: instantAtLocal(day * day_ms, timezone),
    lt: instantAtLocal((day + 1) * day_ms, timezone)
  }))
}
