import { formatInstant } from "../derive/formatInstant.js"
import { civilDateOf, epochDayOf } from "../domain/CivilDate.js"
import { zoneOffset } from "../domain/zoneOffset.js"
import type { FacetInterval } from "../query/FacetQuery.js"

const day_ms = 86_400_000

/** ISO 8601 week of a day; a week belongs to the year of its Thursday. */
const weekKey = (day: number): string => {
  const monday = day - (((day + 3) % 7) + 7) % 7
  const { year } = civilDateOf(monday + 3)
  const week = Math.floor((monday + 3 - epochDayOf({ year, month: 1, day: 1 })) / 7) + 1
  return `${String(year).padStart(4, "0")}-W${String(week).padStart(2, "0")}`
}

/**
 * ISO 8601 name of the hour, day, week, month or year that contains an instant (epoch milliseconds), in a time zone.
 * The name of an hour is its first instant with offset, which distinguishes the repeated hour in autumn.
 *
 * @example
 * intervalKey("week", 1936137600000, "Europe/Paris") // "2031-W19"
 * intervalKey("hour", 1936137600000, "Europe/Paris") // "2031-05-10T02:00:00+02:00"
 */
export const intervalKey = (interval: FacetInterval, instant: number, timezone: string): string => {
  const text = formatInstant(instant, timezone)
  switch (interval) {
    case "hour":
      return `${text.slice(0, 13)}:00:00${text.slice(19)}`
    case "day":
      return text.slice(0, 10)
    case "week":
      return weekKey(Math.floor((instant + zoneOffset(timezone, instant)) / day_ms))
    case "month":
      return text.slice(0, 7)
    case "year":
      return text.slice(0, 4)
  }
}
