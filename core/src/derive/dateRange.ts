import { civilDateAt, epochDayOf } from "../domain/CivilDate.js"
import type { Interval } from "../domain/Timing.js"
import { zoneOffset } from "../domain/zoneOffset.js"
import type { StoredDateRange } from "../record/EventDocument.js"
import { type DateWords, dateWords } from "./DateWords.js"

const yearOf = (moment: number): number => civilDateAt(moment).year

const monthOf = (moment: number): number => {
  const { month, year } = civilDateAt(moment)
  return year * 12 + month
}

/**
 * `moments` are local: milliseconds since 1970 on the clock of the event's zone; at least one, in chronological order.
 */
const formatDays = (words: DateWords, moments: ReadonlyArray<number>, first: number, last: number, years: boolean): string => {
  const days = new Set(moments.map((moment) => epochDayOf(civilDateAt(moment)))).size
  if (days === 1) return words.capitalise([words.weekday(first, years), ...moments.map(words.time)].join(words.comma))
  const full = years ? words.dayMonthYear : words.dayMonth
  const begin = yearOf(first) !== yearOf(last)
    ? words.dayMonthYear(first)
    : monthOf(first) !== monthOf(last)
    ? words.dayMonth(first)
    : words.day(first)
  return days === 2 ? words.and(begin, full(last)) : `${begin} - ${full(last)}`
}

/**
 * The stored date-range texts of an event (wire.md §5, dateRange): in ar, de, en, es, fr and it, in the event's time
 * zone, with and without the year. `slots` must be in chronological order.
 */
export const storeDateRange = (slots: ReadonlyArray<Interval>, timezone: string): StoredDateRange => {
  const moments = slots.map((slot) => slot.begin + zoneOffset(timezone, slot.begin))
  const first = moments[0]
  const last = moments.at(-1)
  if (first === undefined || last === undefined) return { year: null, short: {}, long: {} }
  const year = yearOf(first) === yearOf(last) ? yearOf(first) : null
  const formatAll = (years: boolean) =>
    Object.fromEntries(Object.entries(dateWords()).map(([language, words]) => [language, formatDays(words, moments, first, last, years)]))
  return { year, short: formatAll(year === null), long: formatAll(true) }
}

/**
 * The date-range text at `now`, epoch milliseconds. The year is omitted when every day is in the current year (wire.md
 * §5, dateRange).
 */
export const dateRange = <Words>(
  stored: { readonly year: number | null; readonly short: Words; readonly long: Words },
  timezone: string,
  now: number
): Words => stored.year !== null && stored.year === yearOf(now + zoneOffset(timezone, now)) ? stored.short : stored.long
