import type { EventSlot } from "@agenda-engine/core/domain/event/Event"
import { memoize } from "@agenda-engine/core/domain/memoize"
import { type CivilDate, civilDateAt, epochDayOf } from "@agenda-engine/core/domain/time/CivilDate"
import { dateFormatter } from "@agenda-engine/core/domain/time/dateFormatter"
import { zoneOffset } from "@agenda-engine/core/domain/time/zoneOffset"
import type { YearMonth } from "../PageContext.js"
import { localeOf } from "./localText.js"

const day_ms = 86_400_000

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

const formatAs = (form: Form, instant: number, lang: string, timezone: string): string => formatOf(form, lang, timezone).say(instant)

const localDay = (instant: number, timezone: string): number => Math.floor((instant + zoneOffset(timezone, instant)) / day_ms)

const yearOf = (instant: number, timezone: string): number => civilDateAt(instant + zoneOffset(timezone, instant)).year

/** A date, with the year unless it is that of `now`: `samedi 15 octobre`. */
export const formatDate = (instant: number, lang: string, timezone: string, now: number): string =>
  formatAs(yearOf(instant, timezone) === yearOf(now, timezone) ? "day" : "dayYear", instant, lang, timezone)

/**
 * The time of a slot: `samedi 15 octobre, 19:00 – 22:00`. The end date is included unless it is the same day or the
 * following night.
 */
export const formatSlot = ({ begin, end }: typeof EventSlot.Type, lang: string, timezone: string, now: number): string => {
  const until = formatAs("time", end, lang, timezone)
  const isLong = localDay(end, timezone) !== localDay(begin, timezone) && end - begin > day_ms / 2
  return `${formatDate(begin, lang, timezone, now)}, ${formatAs("time", begin, lang, timezone)}\u00A0–\u2060\u00A0${
    isLong ? `${formatDate(end, lang, timezone, now)}, ${until}` : until
  }`
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
  const { month, year } = civilDateAt(instant + zoneOffset(timezone, instant))
  return { year, month }
}
