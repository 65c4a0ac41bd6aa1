import { globalValue } from "effect/GlobalValue"
import { dateSayer } from "../domain/dateSayer.js"
import { remembering } from "../domain/remembering.js"

/** How one language says days and times. Moments are local: milliseconds since 1970 on the clock of the place. */
export interface DateWords {
  /** `15`, as it stands before another day of the same month. */
  readonly day: (moment: number) => string
  /** `15 octobre`. */
  readonly dayMonth: (moment: number) => string
  /** `15 octobre 2022`. */
  readonly dayMonthYear: (moment: number) => string
  /** `samedi 15 octobre`, with the year or without. */
  readonly weekday: (moment: number, year: boolean) => string
  /** `07h00`. */
  readonly time: (moment: number) => string
  /** `a et b`. */
  readonly and: (a: string, b: string) => string
  /** What stands between the items of an enumeration. */
  readonly comma: string
  /** The text with a capital first. */
  readonly capitalise: (text: string) => string
}

const day_ms = 86_400_000
const minute_ms = 60_000

/** How many days are remembered as each language says them: two years. */
const days_max = 731

const minutesOfDay = 1_440

/** What is said of a moment, remembered: it is the same of every moment of one day. */
const ofDay = (say: (moment: number) => string): (moment: number) => string => {
  const known = remembering(days_max, (day) => say(Number(day) * day_ms))
  return (moment) => known(String(Math.floor(moment / day_ms)))
}

/** The same of what depends on the minute of the day alone. */
const ofMinute = (say: (moment: number) => string): (moment: number) => string => {
  const known = remembering(minutesOfDay, (minute) => say(Number(minute) * minute_ms))
  return (moment) => known(String(Math.floor(moment / minute_ms) % minutesOfDay))
}

/** `locale` is the one whose order of words is used. Local moments are formatted as though they were UTC. */
const wordsOf = (locale: string, options: { readonly comma: string; readonly hourMark: string }): DateWords => {
  const dayMonthFormat = new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", month: "long" })
  const dayMonth = dateSayer(dayMonthFormat)
  const dayMonthYear = dateSayer(
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" })
  )
  const weekday = new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" })
  const time = new Intl.DateTimeFormat(locale, { timeZone: "UTC", hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
  const list = new Intl.ListFormat(locale, { type: "conjunction" })
  const weekdayAlone = ofDay(dateSayer(weekday))
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
 * The languages in which the days of an event are said (wire.md §5, dateRange), by language code. Their formats take long to make, and are
 * made when they are first asked for.
 */
export const dateWords = (): { readonly [language: string]: DateWords } => globalValue("@agenda-engine/core/derive/dateWords", words)
