import { globalValue } from "effect/GlobalValue"
import type { Interval } from "../../domain/event/Timing.js"
import { memoize } from "../../domain/LruCache.js"
import { chooseLanguage } from "../../domain/text/MultilingualText.js"
import { civilDateAt } from "../../domain/time/CivilDate.js"
import { dateFormatter } from "../../domain/time/dateFormatter.js"
import { localTimeAt } from "../../domain/time/zoneOffset.js"
import type { StoredDateRange } from "../../record/EventDocument.js"

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
const dateWords = (): { readonly [language: string]: DateWords } => globalValue("@agenda-engine/core/derive/dateWords", words)

const yearOf = (moment: number): number => civilDateAt(moment).year

const monthOf = (moment: number): number => {
  const { month, year } = civilDateAt(moment)
  return year * 12 + month
}

/** The begins of slots in milliseconds since 1970 on the clock of the event's zone, in chronological order. */
interface LocalMoments {
  readonly moments: ReadonlyArray<number>
  readonly first: number
  readonly last: number
  /** Number of different days. */
  readonly days: number
}

/** Null without slots. */
const localMoments = (slots: ReadonlyArray<Interval>, timezone: string): LocalMoments | null => {
  const moments = slots.map((slot) => localTimeAt(slot.begin, timezone))
  const first = moments[0]
  const last = moments.at(-1)
  return first === undefined || last === undefined
    ? null
    : { moments, first, last, days: new Set(moments.map((moment) => Math.floor(moment / day_ms))).size }
}

const formatDays = (words: DateWords, { days, first, last, moments }: LocalMoments, years: boolean): string => {
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
  const local = localMoments(slots, timezone)
  if (local === null) return { year: null, short: {}, long: {} }
  const { first, last } = local
  const year = yearOf(first) === yearOf(last) ? yearOf(first) : null
  const formatAll = (years: boolean) =>
    Object.fromEntries(Object.entries(dateWords()).map(([language, words]) => [language, formatDays(words, local, years)]))
  return { year, short: formatAll(year === null), long: formatAll(true) }
}

/**
 * The `long` text of `storeDateRange` in the language that `chooseLanguage` selects. Null without slots. `slots` must
 * be in chronological order.
 */
export const longDateRange = (slots: ReadonlyArray<Interval>, timezone: string, languages: ReadonlyArray<string>): string | null => {
  const local = localMoments(slots, timezone)
  const words = chooseLanguage(dateWords(), languages)
  return local === null || words === undefined ? null : formatDays(words, local, true)
}

/**
 * The date-range text at `now`, epoch milliseconds. The year is omitted when every day is in the current year (wire.md
 * §5, dateRange).
 */
export const dateRange = <Words>(
  stored: { readonly year: number | null; readonly short: Words; readonly long: Words },
  timezone: string,
  now: number
): Words => stored.year !== null && stored.year === yearOf(localTimeAt(now, timezone)) ? stored.short : stored.long

/**
 * The first slot that has not ended, which may be in progress; null when all have ended (wire.md §5). `slots` must be
 * in chronological order; `now` is in epoch milliseconds.
 */
export const nextTiming = (slots: ReadonlyArray<Interval>, now: number): Interval | null => {
  const next = slots.find((slot) => slot.end > now)
  return next === undefined ? null : { begin: next.begin, end: next.end }
}
