import { civilDateOf, epochDayOf, formatDay } from "../domain/CivilDate.js"
import { instantAtLocal } from "../domain/instantAtLocal.js"
import { zoneOffset } from "../domain/zoneOffset.js"
import type { Range } from "./EventQuery.js"

/** A day of a zone: from its first instant to that of the next day, excluded. */
export interface DayRange {
  /** As ISO 8601 writes it. */
  readonly day: string
  readonly gte: number
  readonly lt: number
}

const day_ms = 86_400_000

const dayAt = (instant: number, timezone: string): number => Math.floor((instant + zoneOffset(timezone, instant)) / day_ms)

/** The first and the last day of the month that a day is in. */
const monthOf = (day: number): readonly [first: number, last: number] => {
  const { month, year } = civilDateOf(day)
  return [epochDayOf({ year, month, day: 1 }), epochDayOf({ year, month: month + 1, day: 1 }) - 1]
}

/** The first and the last day that a range touches; an open end is that of the month of the other one. */
const daysOf = ({ gte, lte }: Range, timezone: string): readonly [first: number, last: number] | null => {
  if (gte === null) return lte === null ? null : [monthOf(dayAt(lte, timezone))[0], dayAt(lte, timezone)]
  return lte === null ? [dayAt(gte, timezone), monthOf(dayAt(gte, timezone))[1]] : [dayAt(gte, timezone), dayAt(lte, timezone)]
}

/**
 * The days of a zone that some ranges touch, in order and each once; without ranges those of the month of `at` (wire.md §6,
 * `eventsByDateRanges`). A range with one end takes the rest of that end's month. Null: more than `days_max`.
 */
export const dayRanges = (
  ranges: ReadonlyArray<Range>,
  timezone: string,
  at: number,
  days_max: number
): ReadonlyArray<DayRange> | null => {
  const asked = ranges.length === 0 ? [monthOf(dayAt(at, timezone))] : ranges.flatMap((range) => {
    const days = daysOf(range, timezone)
    return days === null ? [] : [days]
  })
  const days = new Set<number>()
  for (const [first, last] of asked) {
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
