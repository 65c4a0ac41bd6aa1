import { civilDateAt, epochDayOf } from "@agenda-engine/core/domain/CivilDate"
import { dateSayer } from "@agenda-engine/core/domain/dateSayer"
import type { EventSlot } from "@agenda-engine/core/domain/Event"
import { remembering } from "@agenda-engine/core/domain/remembering"
import { zoneOffset } from "@agenda-engine/core/domain/zoneOffset"
import { localeOf } from "./localeOf.js"
import type { YearMonth } from "./PageContext.js"

const day_ms = 86_400_000

/** Formats that are kept before those not used for the longest are made anew. */
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

const formatted = remembering(formats_max, (key) => {
  const [lang = "", timezone = "", form = ""] = key.split("|")
  const found = Object.entries(forms).find(([name]) => name === form)?.[1] ?? {}
  const format = new Intl.DateTimeFormat(localeOf(lang), { ...found, timeZone: timezone })
  return { format, say: dateSayer(format) }
})

const formatOf = (form: Form, lang: string, timezone: string) => formatted(`${lang}|${timezone}|${form}`)

const say = (form: Form, instant: number, lang: string, timezone: string): string => formatOf(form, lang, timezone).say(instant)

const localDay = (instant: number, timezone: string): number => Math.floor((instant + zoneOffset(timezone, instant)) / day_ms)

const yearOf = (instant: number, timezone: string): number => civilDateAt(instant + zoneOffset(timezone, instant)).year

/** A day, with the year where it is not now's: `samedi 15 octobre`. */
export const sayDay = (instant: number, lang: string, timezone: string, now: number): string =>
  say(yearOf(instant, timezone) === yearOf(now, timezone) ? "day" : "dayYear", instant, lang, timezone)

/** When a slot is: `samedi 15 octobre, 19:00 – 22:00`; the day of its end is said where it is another and not the night that follows. */
export const saySlot = ({ begin, end }: typeof EventSlot.Type, lang: string, timezone: string, now: number): string => {
  const until = say("time", end, lang, timezone)
  const isLong = localDay(end, timezone) !== localDay(begin, timezone) && end - begin > day_ms / 2
  return `${sayDay(begin, lang, timezone, now)}, ${say("time", begin, lang, timezone)}\u00A0–\u2060\u00A0${
    isLong ? `${sayDay(end, lang, timezone, now)}, ${until}` : until
  }`
}

/** The zone whose clocks an instant is said by: `heure d’Europe centrale`. */
export const sayZone = (instant: number, lang: string, timezone: string): string =>
  formatOf("zone", lang, timezone).format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? timezone

/** An instant with its day and time. */
export const sayInstant = (instant: number, lang: string, timezone: string): string => say("instant", instant, lang, timezone)

/** The parts of a day as a leaf of a calendar shows them. */
export const sayLeaf = (instant: number, lang: string, timezone: string) => ({
  weekday: say("shortDay", instant, lang, timezone),
  day: say("number", instant, lang, timezone),
  month: say("shortMonth", instant, lang, timezone)
})

/** `octobre 2022`. */
export const sayMonth = ({ month, year }: YearMonth, lang: string): string =>
  say("month", epochDayOf({ year, month, day: 1 }) * day_ms, lang, "UTC")

/** The month so many months later. */
export const addMonths = ({ month, year }: YearMonth, count: number): YearMonth => {
  const months = year * 12 + (month - 1) + count
  return { year: Math.floor(months / 12), month: months - Math.floor(months / 12) * 12 + 1 }
}

/** The month of an instant on the clocks of a zone. */
export const monthAt = (instant: number, timezone: string): YearMonth => {
  const { month, year } = civilDateAt(instant + zoneOffset(timezone, instant))
  return { year, month }
}
