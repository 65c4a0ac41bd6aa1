const day_ms = 86_400_000

/** Days whose offset is remembered for one zone before the memory starts afresh. */
const days_max = 20_000

interface Zone {
  readonly format: Intl.DateTimeFormat
  /** The offset at the beginning of a UTC day, by days since 1970. */
  readonly offsets: Map<number, number>
}

/** Zones that are remembered before the memory starts afresh: more than the database has names, fewer than spellings of them. */
const zones_max = 700

const zones = new Map<string, Zone>()

const zoneNamed = (timezone: string): Zone => {
  const known = zones.get(timezone)
  if (known !== undefined) return known
  const zone: Zone = { format: new Intl.DateTimeFormat("en-US", { timeZone: timezone, timeZoneName: "longOffset" }), offsets: new Map() }
  if (zones.size >= zones_max) zones.clear()
  zones.set(timezone, zone)
  return zone
}

const readOffset = (format: Intl.DateTimeFormat, instant: number): number => {
  const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(instant))
  if (match === null) return 0
  const [, sign, hours, minutes, seconds = "0"] = match
  const length = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return sign === "-" ? -length : length
}

const offsetAtDay = (zone: Zone, day: number): number => {
  const known = zone.offsets.get(day)
  if (known !== undefined) return known
  const offset = readOffset(zone.format, day * day_ms)
  if (zone.offsets.size >= days_max) zone.offsets.clear()
  zone.offsets.set(day, offset)
  return offset
}

/**
 * Milliseconds by which local time in a zone is ahead of UTC at an instant (epoch milliseconds). The zone is one that `isTimezone` accepts.
 * No zone changes its offset twice in one UTC day, so a day that begins and ends with the same offset has it throughout.
 *
 * @example
 * zoneOffset("Europe/Paris", 1665846000000) // 7200000
 */
export const zoneOffset = (timezone: string, instant: number): number => {
  const zone = zoneNamed(timezone)
  const day = Math.floor(instant / day_ms)
  const offset = offsetAtDay(zone, day)
  return offset === offsetAtDay(zone, day + 1) ? offset : readOffset(zone.format, instant)
}
