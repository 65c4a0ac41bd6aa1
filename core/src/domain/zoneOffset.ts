const day_ms = 86_400_000

/** Offsets that are remembered, of all zones together, before the memory starts afresh. */
const offsets_max = 100_000

/** Spellings of zones that are remembered before the memory starts afresh: more than the database has names. */
const spellings_max = 700

interface Zone {
  readonly format: Intl.DateTimeFormat
  /** The offset at the beginning of a UTC day, by days since 1970. */
  readonly offsets: Map<number, number>
}

/** Zones by their own names: as many as the database has at most. */
const zones = new Map<string, Zone>()

/** The same zones, by what they were asked for as: names may be written in any case. */
const spelled = new Map<string, Zone>()

/** How many offsets all zones hold together. */
let held = 0

const zoneNamed = (timezone: string): Zone => {
  const known = spelled.get(timezone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat("en-US", { timeZone: timezone, timeZoneName: "longOffset" })
  const name = format.resolvedOptions().timeZone
  const zone = zones.get(name) ?? { format, offsets: new Map<number, number>() }
  zones.set(name, zone)
  if (spelled.size >= spellings_max) spelled.clear()
  spelled.set(timezone, zone)
  return zone
}

const readOffset = (format: Intl.DateTimeFormat, instant: number): number => {
  const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(instant))
  if (match === null) return 0
  const [, sign, hours, minutes, seconds = "0"] = match
  const length = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return sign === "-" ? -length : length
}

const forgetOffsets = (): void => {
  for (const { offsets } of zones.values()) offsets.clear()
  held = 0
}

const offsetAtDay = (zone: Zone, day: number): number => {
  const known = zone.offsets.get(day)
  if (known !== undefined) return known
  const offset = readOffset(zone.format, day * day_ms)
  if (held >= offsets_max) forgetOffsets()
  zone.offsets.set(day, offset)
  held += 1
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
