const day_ms = 86_400_000

/** Maximum number of cached offsets over all zones; beyond it the cache is cleared. */
const offsets_max = 100_000

/** Maximum number of cached spellings, more than the database has names; beyond it the cache is cleared. */
const spellings_max = 700

interface Zone {
  readonly format: Intl.DateTimeFormat
  /** UTC offset in milliseconds at the start of each UTC day, by days since 1970. */
  readonly offsets: Map<number, number>
}

/** Zones by canonical name, so that the number of entries is bounded by the database. */
const zones = new Map<string, Zone>()

/** Zones by requested name: names may be written in any case. */
const zonesBySpelling = new Map<string, Zone>()

/** The number of cached offsets over all zones. */
let cachedOffsets = 0

const getZone = (timezone: string): Zone => {
  const cached = zonesBySpelling.get(timezone)
  if (cached !== undefined) return cached
  const format = new Intl.DateTimeFormat("en-US", { timeZone: timezone, timeZoneName: "longOffset" })
  const name = format.resolvedOptions().timeZone
  const zone = zones.get(name) ?? { format, offsets: new Map<number, number>() }
  zones.set(name, zone)
  if (zonesBySpelling.size >= spellings_max) zonesBySpelling.clear()
  zonesBySpelling.set(timezone, zone)
  return zone
}

const computeOffset = (format: Intl.DateTimeFormat, instant: number): number => {
  const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(instant))
  if (match === null) return 0
  const [, sign, hours, minutes, seconds = "0"] = match
  const length = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return sign === "-" ? -length : length
}

const clearOffsets = (): void => {
  for (const { offsets } of zones.values()) offsets.clear()
  cachedOffsets = 0
}

const offsetAtDay = (zone: Zone, day: number): number => {
  const cached = zone.offsets.get(day)
  if (cached !== undefined) return cached
  const offset = computeOffset(zone.format, day * day_ms)
  if (cachedOffsets >= offsets_max) clearOffsets()
  zone.offsets.set(day, offset)
  cachedOffsets += 1
  return offset
}

/**
 * The UTC offset of a zone at an instant (epoch milliseconds), in milliseconds; positive ahead of UTC. The zone must
 * pass `isTimezone`.
 *
 * Offsets are cached per UTC day. No zone changes its offset twice in one UTC day, so equal offsets at both ends hold
 * for the whole day.
 *
 * @example
 * zoneOffset("Europe/Paris", 1665846000000) // 7200000
 */
export const zoneOffset = (timezone: string, instant: number): number => {
  const zone = getZone(timezone)
  const day = Math.floor(instant / day_ms)
  const offset = offsetAtDay(zone, day)
  return offset === offsetAtDay(zone, day + 1) ? offset : computeOffset(zone.format, instant)
}

const minute_ms = 60_000

/**
 * The local time of an instant (epoch milliseconds), in milliseconds since 1 January 1970 00:00 on the zone's clock.
 * Offsets with seconds, which zones had before standard time, are rounded to minutes: texts have no others.
 *
 * @example
 * localTimeAt(Date.UTC(2022, 9, 15, 15), "Europe/Paris") // Date.UTC(2022, 9, 15, 17)
 */
export const localTimeAt = (instant: number, timezone: string): number =>
  instant + Math.round(zoneOffset(timezone, instant) / minute_ms) * minute_ms

/** The largest UTC offsets in minutes that any time zone has had since standard time began. */
const ahead_minutes_max = 14 * 60
const behind_minutes_max = 12 * 60

/**
 * The UTC offset in minutes, negative behind UTC; null for an offset that no time zone has.
 *
 * @example
 * offsetMinutes("-", 5, 30) // -330
 */
export const offsetMinutes = (sign: "+" | "-", hours: number, minutes: number): number | null => {
  const length = hours * 60 + minutes
  if (minutes > 59 || length > (sign === "-" ? behind_minutes_max : ahead_minutes_max)) return null
  return sign === "-" ? -length : length
}

/**
 * The instant (epoch milliseconds) of a local time in a time zone. `local` is in milliseconds since 1 January 1970
 * 00:00 on the zone's clock. Of two candidates, the earlier one; a local time in a gap moves forward by the gap.
 *
 * @example
 * instantAtLocal(Date.UTC(2022, 9, 15, 17), "Europe/Paris") // 1665846000000
 */
export const instantAtLocal = (local: number, timezone: string): number => {
  const before = local - zoneOffset(timezone, local - day_ms)
  const after = local - zoneOffset(timezone, local + day_ms)
  const candidates = [before, after].filter((instant) => instant + zoneOffset(timezone, instant) === local)
  return candidates.length === 0 ? before : Math.min(...candidates)
}
