import * as Option from "effect/Option"
import { memoize } from "../LruCache.js"

const resolve = Option.liftThrowable((timezone: string) =>
  new Intl.DateTimeFormat("en-US", { timeZone: timezone }).resolvedOptions().timeZone
)

/** The time zone of an event or location without any other (wire.md §5, Defaults). */
export const timezone_default = "Europe/Paris"

/** Cache size: more than there are zones. A miss costs some tenths of a millisecond. */
const zones_max = 1_000

/** Longer texts are no zone names and would only waste cache memory. */
const name_chars_max = 64

/** Links of the IANA database whose spelling `capitalize` does not produce. */
const links = [
  ..."CET EET EST EST5EDT CST6CDT MST MST7MDT PST8PDT HST MET WET GB GB-Eire GMT GMT+0 GMT-0 GMT0 NZ NZ-CHAT PRC ROC ROK UCT UTC W-SU"
    .split(" "),
  ..."Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/UCT Etc/UTC US/Alaska US/Aleutian US/Arizona US/Central US/East-Indiana US/Eastern".split(
    " "
  ),
  ..."US/Hawaii US/Indiana-Starke US/Michigan US/Mountain US/Pacific US/Pacific-New US/Samoa Australia/ACT Australia/LHI".split(" "),
  ..."Australia/NSW America/Argentina/ComodRivadavia America/Knox_IN Brazil/DeNoronha Chile/EasterIsland".split(" "),
  ..."Mexico/BajaNorte Mexico/BajaSur".split(" ")
]

const linksByLowerCase: ReadonlyMap<string, string> = new Map(links.map((name) => [name.toLowerCase(), name]))

const lowerCaseWords: ReadonlySet<string> = new Set(["of", "es", "au"])

const capitalize = (name: string): string =>
  name.replace(/[a-z]+/g, (word) => lowerCaseWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1))

const spell = memoize(zones_max, (text): string | null => {
  const resolved = Option.getOrNull(resolve(text))
  const lower = text.toLowerCase()
  if (resolved === null) return null
  return resolved.toLowerCase() === lower ? resolved : linksByLowerCase.get(lower) ?? capitalize(lower)
})

/**
 * The IANA spelling of a time zone name, ignoring case; null when this runtime knows no such name. A link is not
 * resolved to its target. Bare offsets are not names.
 *
 * @example
 * spellTimezone("europe/paris") // "Europe/Paris"
 */
export const spellTimezone = (text: string): string | null => text.length <= name_chars_max && /^[A-Za-z]/.test(text) ? spell(text) : null

/** Whether a text is the name of an IANA time zone that this runtime knows. Bare offsets are not names. */
export const isTimezone = (text: string): boolean => spellTimezone(text) !== null
