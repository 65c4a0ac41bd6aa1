import { globalValue } from "effect/GlobalValue"
import { dateFormatter } from "../domain/dateFormatter.js"
import { memoize } from "../domain/memoize.js"

/** Date and time formatting in one language. A moment is a local time: milliseconds since 1970 on the local clock. */
export interface DateWords {
  /** The day of the month before another day of the same month: `15`. */
  readonly day: (moment: number) => string
  /** Day and month: `15 octobre`. */
  readonly dayMonth: (moment: number) => string
  /** Day, month and year: `15 octobre 2022`. */
  readonly dayMonthYear: (moment: number) => string
  /** Weekday, day and month: `samedi 15 octobre`; with the year if `year`. */
  readonly weekday: (moment: number, year: boolean) => string
  /** Time of day: `07h00`. */
  readonly time: (moment: number) => string
  /** Joins two items with "and": `a et b`. */
  readonly and: (a: string, b: string) => string
  /** Separator between the items of a list. */
  readonly comma: string
  /** Capitalizes the first letter. */
  readonly capitalise: (text: string) => string
}

const day_ms = 86_400_000
const minute_ms = 60_000

/** Size of each cache by day, in entries: two years. */
const days_max = 731

const minutesOfDay = 1_440

/** Memoizes a formatter whose output depends only on the day. */
const ofDay = (format: (moment: number) => string): (moment: number) => string => {
  const cached = memoize(days_max, (day) => format(Number(day) * day_ms))
  return (moment) => cached(String(Math.floor(moment / day_ms)))
}

/** Memoizes a formatter whose output depends only on the minute of the day. */
const ofMinute = (format: (moment: number) => string): (moment: number) => string => {
  const cached = memoize(minutesOfDay, (minute) => format(Number(minute) * minute_ms))
  return (moment) => cached(String(Math.floor(moment / minute_ms) % minutesOfDay))
}

/** `locale` determines the word order. Local moments are formatted as if they were UTC. */
const wordsOf = (locale: string, options: { readonly comma: string; readonly hourMark: string }): DateWords => {
  const dayMonthFormat = new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", month: "long" })
  const dayMonth = dateFormatter(dayMonthFormat)
  const dayMonthYear = dateFormatter(
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" })
  )
  const weekday = new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" })
  const time = new Intl.DateTimeFormat(locale, { timeZone: "UTC", hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
  const list = new Intl.ListFormat(locale, { type: "conjunction" })
  const weekdayAlone = ofDay(dateFormatter(weekday))
  const weekdayWithYear = ofDay((moment) => {
    const [name, between] = weekday.formatToParts(moment)
    return `${name?.value ?? ""}${between?.value ?? " "}${dayMonthYear(moment)}`
  })
  return {
    day: ofDay((moment) => {
      const [, between] = dayMonthFormat.formatToParts(moment)
      const mark = /^\p{P}*/u.exec(between?.value ?? "")
      return `${dayMonth(moment).split(between?.value ?? " ")[0] ?? ""}${mark?.[0] ?? ""}`
    }),
    dayMonth: ofDay(dayMonth),
    dayMonthYear: ofDay(dayMonthYear),
    weekday: (moment, year) => year ? weekdayWithYear(moment) : weekdayAlone(moment),
    time: ofMinute((moment) => time.format(moment).replace(":", options.hourMark)),
    and: (a, b) => list.format([a, b]),
    comma: options.comma,
    capitalise: (text) => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1)
  }
}

const words = () => ({
  ar: wordsOf("ar-u-nu-latn", { comma: "، ", hourMark: ":" }),
  de: wordsOf("de", { comma: ", ", hourMark: ":" }),
  en: wordsOf("en-GB", { comma: ", ", hourMark: ":" }),
  es: wordsOf("es", { comma: ", ", hourMark: ":" }),
  fr: wordsOf("fr", { comma: ", ", hourMark: "h" }),
  it: wordsOf("it", { comma: ", ", hourMark: ":" })
})

/**
 * Formatters of date ranges by language code (wire.md §5, dateRange). Creating the formats is slow, so it happens on
 * first use.
 */
export const dateWords = (): { readonly [language: string]: DateWords } => globalValue("@agenda-engine/core/derive/dateWords", words)
