import type { EventSlot } from "@agenda-engine/core/domain/event/Event"
import { memoize } from "@agenda-engine/core/domain/LruCache"
import { type CivilDate, civilDateAt, epochDayOf } from "@agenda-engine/core/domain/time/CivilDate"
import { dateFormatter } from "@agenda-engine/core/domain/time/dateFormatter"
import { localTimeAt } from "@agenda-engine/core/domain/time/zoneOffset"
import type { YearMonth } from "../PageContext.js"
import { localeOf } from "./localText.js"

const day_ms = 86_400_000
const minute_ms = 60_000

/** Maximum size of the LRU cache of formats. */
const formats_max = 1_000

const forms = {
  day: { weekday: "long", day: "numeric", month: "long" },
  dayYear: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  instant: { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" },
  time: { hour: "2-digit", minute: "2-digit" },
  number: { day: "numeric" },
  shortMonth: { month: "short" },
  shortDay: { weekday: "short" },
  month: { month: "long", year: "numeric" },
  zone: { timeZoneName: "longGeneric" }
} as const

type Form = keyof typeof forms

const formatted = memoize(formats_max, (key) => {
  const [lang = "", timezone = "", form = ""] = key.split("|")
  const found = Object.entries(forms).find(([name]) => name === form)?.[1] ?? {}
  const format = new Intl.DateTimeFormat(localeOf(lang), { ...found, timeZone: timezone })
  return { format, say: dateFormatter(format) }
})

const formatOf = (form: Form, lang: string, timezone: string) => formatted(`${lang}|${timezone}|${form}`)

/** Formats the local time as if it were UTC, so that it is that of `formatInstant`. */
const formatAs = (form: Form, instant: number, lang: string, timezone: string): string =>
  formatOf(form, lang, "UTC").say(localTimeAt(instant, timezone))

const yearOf = (instant: number, timezone: string): number => civilDateAt(localTimeAt(instant, timezone)).year

/** Minutes of a local time since midnight. */
const minuteOf = (local: number): number => Math.floor((local - Math.floor(local / day_ms) * day_ms) / minute_ms)

const lastMinute = 24 * 60 - 1

/** Whether a slot between these local times is all of its days. Many write 23:59 for the end of a day. */
const isWholeDays = (from: number, to: number): boolean => minuteOf(from) === 0 && to > from && [0, lastMinute].includes(minuteOf(to))

/** A date, with the year unless it is that of `now`: `samedi 15 octobre`. */
export const formatDate = (instant: number, lang: string, timezone: string, now: number): string =>
  formatAs(yearOf(instant, timezone) === yearOf(now, timezone) ? "day" : "dayYear", instant, lang, timezone)

const dash = "\u00A0–\u2060\u00A0"

/**
 * The time of a slot: `samedi 15 octobre, 19:00 – 22:00`. The end date is included unless it is the same day or the
 * following night. An end at midnight belongs to the day before. Whole days have no times: `samedi 15 octobre`.
 */
export const formatSlot = ({ begin, end }: typeof EventSlot.Type, lang: string, timezone: string, now: number): string => {
  const [from, to] = [localTimeAt(begin, timezone), localTimeAt(end, timezone)]
  const lastDay = Math.max(Math.floor(from / day_ms), Math.floor((to - 1) / day_ms))
  const isLong = lastDay !== Math.floor(from / day_ms) && end - begin > day_ms / 2
  const first = formatDate(begin, lang, timezone, now)
  const last = formatDate(lastDay * day_ms, lang, "UTC", localTimeAt(now, timezone))
  if (isWholeDays(from, to)) return isLong ? `${first}${dash}${last}` : first
  const until = isLong && minuteOf(to) === 0 ? "24:00" : formatAs("time", end, lang, timezone)
  return `${first}, ${formatAs("time", begin, lang, timezone)}${dash}${isLong ? `${last}, ${until}` : until}`
}

/** Name of the time zone at an instant: `heure d’Europe centrale`. */
export const formatZone = (instant: number, lang: string, timezone: string): string =>
  formatOf("zone", lang, timezone).format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? timezone

/** Date and time of an instant. */
export const formatDateTime = (instant: number, lang: string, timezone: string): string => formatAs("instant", instant, lang, timezone)

/** Parts of a date as a calendar leaf shows them. */
export const calendarLeaf = (instant: number, lang: string, timezone: string) => ({
  weekday: formatAs("shortDay", instant, lang, timezone),
  day: formatAs("number", instant, lang, timezone),
  month: formatAs("shortMonth", instant, lang, timezone)
})

/** A day with its year: `samedi 10 mai 2031`. */
export const formatDay = (day: CivilDate, lang: string): string => formatAs("dayYear", epochDayOf(day) * day_ms, lang, "UTC")

/** Month and year: `octobre 2022`. */
export const formatMonthName = ({ month, year }: YearMonth, lang: string): string =>
  formatAs("month", epochDayOf({ year, month, day: 1 }) * day_ms, lang, "UTC")

/** Adds months. */
export const addMonths = ({ month, year }: YearMonth, count: number): YearMonth => {
  const months = year * 12 + (month - 1) + count
  return { year: Math.floor(months / 12), month: months - Math.floor(months / 12) * 12 + 1 }
}

/** Month of an instant in a time zone. */
export const monthAt = (instant: number, timezone: string): YearMonth => {
  const { month, year } = civilDateAt(localTimeAt(instant, timezone))
  return { year, month }
}
