import { memoize } from "../LruCache.js"

/** The zones of countries whose names in CLDR, which runtimes list, are older than those of the IANA database. */
const renamed: ReadonlyMap<string, string> = new Map([
  ["Africa/Asmera", "Africa/Asmara"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Katmandu", "Asia/Kathmandu"],
  ["Asia/Rangoon", "Asia/Yangon"],
  ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
  ["Atlantic/Faeroe", "Atlantic/Faroe"],
  ["Europe/Kiev", "Europe/Kyiv"]
])

/** The zones that a runtime lists for a locale: by a method, and by a property where it is older. */
const zonesOf = (locale: object): unknown => {
  if ("getTimeZones" in locale && typeof locale.getTimeZones === "function") return locale.getTimeZones()
  return "timeZones" in locale ? locale.timeZones : undefined
}

/** More than there are countries. */
const countries_max = 300

/**
 * The IANA time zone of a country that has only one; null for a country with several, and for an unknown code.
 * `countryCode` is ISO 3166-1 alpha-2.
 *
 * @example
 * countryTimezone("JP") // "Asia/Tokyo"
 */
export const countryTimezone = memoize(countries_max, (countryCode: string): string | null => {
  const zones = /^[a-z]{2}$/i.test(countryCode) ? zonesOf(new Intl.Locale(`und-${countryCode}`)) : undefined
  const zone: unknown = Array.isArray(zones) && zones.length === 1 ? zones[0] : null
  return typeof zone === "string" ? renamed.get(zone) ?? zone : null
})
