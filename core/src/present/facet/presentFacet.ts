import { formatInstant } from "../../derive/dates/formatInstant.js"
import type { AdditionalField } from "../../domain/field/AdditionalField.js"
import { compareCodePoints } from "../../domain/text/compareCodePoints.js"
import type { Json, JsonObject } from "../../domain/text/Json.js"
import { isLanguageRange } from "../../domain/text/languageTag.js"
import { chooseLanguage } from "../../domain/text/MultilingualText.js"
import { civilDateOf, epochDayOf } from "../../domain/time/CivilDate.js"
import { zoneOffset } from "../../domain/time/zoneOffset.js"
import type { FacetInterval } from "../../query/event/FacetQuery.js"
import { facetZone_default, type PlannedFacet } from "../../query/event/planFacet.js"
import type { Count, PointCount, TallyAnswer } from "../../query/event/Tally.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import { rankCounts, type RankedCount } from "./rankCounts.js"

const alphabet = "0123456789bcdefghjkmnpqrstuvwxyz"

/** Bits per character of a geohash; they alternate between longitude and latitude. */
const bits = 5

interface GeohashCell {
  readonly geohash: string
  readonly latitude: number
  readonly longitude: number
}

/**
 * Index of the cell that contains a coordinate, when `span` degrees around 0 are divided into `2 ** halvings` equal
 * cells. The last cell includes its upper edge.
 */
const partOf = (degrees: number, span: number, halvings: number): number =>
  Math.min(Math.floor((degrees / span + 0.5) * 2 ** halvings), 2 ** halvings - 1)

const middleOf = (part: number, span: number, halvings: number): number => ((part + 0.5) / 2 ** halvings - 0.5) * span

/**
 * The geohash cell of a point; `precision` is the number of characters, 1 to 9.
 *
 * @example
 * geohashCell({ latitude: 57.64911, longitude: 10.40744 }, 6).geohash // "u4pruy"
 */
export const geohashCell = (point: { readonly latitude: number; readonly longitude: number }, precision: number): GeohashCell => {
  const longitudes = Math.ceil((precision * bits) / 2)
  const latitudes = Math.floor((precision * bits) / 2)
  const x = partOf(point.longitude, 360, longitudes)
  const y = partOf(point.latitude, 180, latitudes)
  const bitAt = (bitIndex: number): number => {
    const halving = Math.floor(bitIndex / 2)
    return bitIndex % 2 === 0 ? Math.floor(x / 2 ** (longitudes - 1 - halving)) % 2 : Math.floor(y / 2 ** (latitudes - 1 - halving)) % 2
  }
  const characters = Array.from({ length: precision }, (_, character) => {
    const index = Array.from({ length: bits }, (_, bit) => bitAt(character * bits + bit)).reduce((sum, bit) => sum * 2 + bit, 0)
    return alphabet.charAt(index)
  })
  return { geohash: characters.join(""), latitude: middleOf(y, 180, latitudes), longitude: middleOf(x, 360, longitudes) }
}

/**
 * Geohash precision for a map zoom level from 0 to 20: the fewest characters whose cells are at most a quarter of a
 * tile wide. A tile is `360 / 2 ** zoom` degrees wide. Ranges from 1 at zoom 0 to 9 at zoom 20.
 */
export const geohashPrecision = (zoom: number): number => Math.max(1, Math.ceil((2 * (zoom + 2) - 1) / bits))

/** Metrics of a numeric additional field over events; all null when no event has a value. */
export interface FieldMetrics {
  readonly sum: number | null
  readonly avg: number | null
  readonly min: number | null
  readonly max: number | null
}

/**
 * The metrics of counted numbers. They are summed in ascending order, so that floating-point sums are equal for every
 * store (wire.md §6).
 */
const fieldMetrics = (counts: ReadonlyArray<Count>): FieldMetrics => {
  const numbers = counts
    .flatMap(({ count, value }) => typeof value === "number" ? [{ value, count }] : [])
    .sort((left, right) => left.value - right.value)
  const first = numbers[0]
  const last = numbers.at(-1)
  if (first === undefined || last === undefined) return { sum: null, avg: null, min: null, max: null }
  const sum = numbers.reduce((sum, { count, value }) => sum + value * count, 0)
  return { sum, avg: sum / numbers.reduce((total, { count }) => total + count, 0), min: first.value, max: last.value }
}

const day_ms = 86_400_000

/** ISO 8601 week of a day; a week belongs to the year of its Thursday. */
const weekKey = (day: number): string => {
  const monday = day - (((day + 3) % 7) + 7) % 7
  const { year } = civilDateOf(monday + 3)
  const week = Math.floor((monday + 3 - epochDayOf({ year, month: 1, day: 1 })) / 7) + 1
  return `${String(year).padStart(4, "0")}-W${String(week).padStart(2, "0")}`
}

/**
 * ISO 8601 name of the hour, day, week, month or year that contains an instant (epoch milliseconds), in a time zone.
 * The name of an hour is its first instant with offset, which distinguishes the repeated hour in autumn.
 *
 * @example
 * intervalKey("week", 1936137600000, "Europe/Paris") // "2031-W19"
 * intervalKey("hour", 1936137600000, "Europe/Paris") // "2031-05-10T02:00:00+02:00"
 */
export const intervalKey = (interval: FacetInterval, instant: number, timezone: string): string => {
  const text = formatInstant(instant, timezone)
  switch (interval) {
    case "hour":
      return `${text.slice(0, 13)}:00:00${text.slice(19)}`
    case "day":
      return text.slice(0, 10)
    case "week":
      return weekKey(Math.floor((instant + zoneOffset(timezone, instant)) / day_ms))
    case "month":
      return text.slice(0, 7)
    case "year":
      return text.slice(0, 4)
  }
}

/**
 * Smallest box around some points, in degrees (wire.md §6, Facets); null when there are none. It never crosses the
 * antimeridian.
 */
export const presentViewport = (points: ReadonlyArray<PointCount>): Json => {
  const edge = (best: (...values: ReadonlyArray<number>) => number, of: "latitude" | "longitude"): number =>
    points.reduce((found, point) => best(found, point[of]), points[0]?.[of] ?? 0)
  return points.length === 0 ? null : {
    topLeft: { latitude: edge(Math.max, "latitude"), longitude: edge(Math.min, "longitude") },
    bottomRight: { latitude: edge(Math.min, "latitude"), longitude: edge(Math.max, "longitude") }
  }
}

/** Data for the presentation of facets. */
export interface FacetViewing {
  /** Locations by uid; must contain those of `locationsToName`. */
  readonly locations: ReadonlyMap<number, LocationRecord>
  /** Agendas by uid; must contain those of `agendasToName`. */
  readonly agendas: ReadonlyMap<number, AgendaRecord>
  /** Preferred languages for labels as single strings; null: labels are keyed by language. */
  readonly languages: ReadonlyArray<string> | null
}

/** Default zoom level: cells of about 40 km. */
const zoom_default = 8

const countsOf = (answer: TallyAnswer | null): ReadonlyArray<Count> => answer?._tag === "Counts" ? answer.counts : []

const pointsOf = (answer: TallyAnswer | null): ReadonlyArray<PointCount> => answer?._tag === "Points" ? answer.points : []

const rankedOf = ({ facet }: PlannedFacet, answer: TallyAnswer | null): ReadonlyArray<RankedCount> =>
  rankCounts(countsOf(answer), facet.size).ranked

const uidsIn = (ranked: ReadonlyArray<RankedCount>): ReadonlyArray<number> =>
  ranked.flatMap(({ value }) => typeof value === "number" ? [value] : [])

/** The uids of the locations that a facet shows. */
export const locationsToName = (planned: PlannedFacet, answer: TallyAnswer | null): ReadonlyArray<number> =>
  planned.facet.type === "locations" ? uidsIn(rankedOf(planned, answer)) : []

/** The uids of the agendas that a facet shows. */
export const agendasToName = (planned: PlannedFacet, answer: TallyAnswer | null): ReadonlyArray<number> =>
  planned.facet.type === "originAgendas" ? uidsIn(rankedOf(planned, answer)) : []

/** Builds the bucket of a value; null omits it. */
type Show = (ranked: RankedCount) => JsonObject | null

/**
 * The buckets of a facet. The bucket of events without a value is inserted by its count and does not count towards
 * `size`.
 */
const buckets = ({ facet }: PlannedFacet, answer: TallyAnswer | null, show: Show): ReadonlyArray<JsonObject> => {
  const counts = facet.type === "languages" ? countsOf(answer).filter(({ spelling }) => !isLanguageRange(spelling)) : countsOf(answer)
  const { none, ranked } = rankCounts(counts, facet.size)
  const shown = ranked.flatMap((one) => {
    const bucket = show(one)
    return bucket === null ? [] : [{ count: one.count, name: String(one.shown), bucket }]
  })
  const { missing } = facet
  if (missing === undefined || none === 0) return shown.map(({ bucket }) => bucket)
  const after = shown.findIndex(({ count, name }) => count < none || (count === none && compareCodePoints(name, missing) > 0))
  const index = after < 0 ? shown.length : after
  return shown.map(({ bucket }) => bucket).toSpliced(index, 0, { key: missing, eventCount: none })
}

const byKey: Show = ({ count, shown }) => ({ key: shown, eventCount: count })

const booleans: ReadonlyMap<RankedCount["value"], boolean> = new Map<RankedCount["value"], boolean>([
  ["true", true],
  ["false", false],
  [1, true],
  [0, false]
])

const byBoolean: Show = ({ count, value }) => ({ key: booleans.get(value) ?? null, eventCount: count })

const byOption = (field: AdditionalField | null, { languages }: FacetViewing): Show => ({ count, value }) => {
  const label = field?.options?.find(({ id }) => String(id) === value)?.label ?? {}
  return { id: Number(value), label: languages === null ? label : chooseLanguage(label, languages) ?? "", eventCount: count }
}

const byLocation = ({ locations }: FacetViewing): Show => ({ count, value }) => {
  const location = typeof value === "number" ? locations.get(value) : undefined
  return location === undefined ? null : { key: value, eventCount: count, location: { uid: location.uid, name: location.name } }
}

const byAgenda = ({ agendas }: FacetViewing): Show => ({ count, value }) => {
  const agenda = typeof value === "number" ? agendas.get(value) : undefined
  if (agenda === undefined) return null
  const { image, slug, title, uid, url } = agenda
  return { key: uid, eventCount: count, agenda: { uid, title, slug, image, url } }
}

const presentCells = ({ facet }: PlannedFacet, points: ReadonlyArray<PointCount>): Json => {
  const cells = points.map((point) => ({ count: point.count, cell: geohashCell(point, geohashPrecision(facet.zoom ?? zoom_default)) }))
  const middles = new Map(cells.map(({ cell }) => [cell.geohash, { latitude: cell.latitude, longitude: cell.longitude }]))
  const counts = cells.map(({ cell, count }): Count => ({ value: cell.geohash, spelling: null, count }))
  return rankCounts(counts, facet.size).ranked.map(({ count, shown }) => ({
    key: shown,
    eventCount: count,
    ...middles.get(String(shown))
  }))
}

const zoneOf = ({ facet }: PlannedFacet): string => facet.timezone ?? facetZone_default

const hour_ms = 3_600_000

/** A number that identifies the local hour or day of an instant; cheaper than the name of the interval. */
const unitOf = (interval: FacetInterval, instant: number, timezone: string): number => {
  const offset = zoneOffset(timezone, instant)
  // The repeated hour in autumn has two different offsets.
  return interval === "hour"
    ? Math.floor((instant + offset) / hour_ms) * offsets_count + offset / 1_000
    : Math.floor((instant + offset) / (24 * hour_ms))
}

/** Exceeds the number of offsets in seconds. */
const offsets_count = 200_000

interface MergedCount {
  readonly from: number
  readonly count: number
}

const mergeBy = <K>(counts: Iterable<MergedCount>, keyOf: (from: number) => K): ReadonlyMap<K, MergedCount> => {
  const merged = new Map<K, MergedCount>()
  for (const { count, from } of counts) {
    const key = keyOf(from)
    const known = merged.get(key)
    merged.set(key, { from: Math.min(known?.from ?? from, from), count: (known?.count ?? 0) + count })
  }
  return merged
}

const presentTimings = (planned: PlannedFacet, counts: ReadonlyArray<Count>): Json => {
  const { facet } = planned
  const interval = facet.interval ?? "day"
  const zone = zoneOf(planned)
  const begins = counts.flatMap(({ count, value }) => typeof value === "number" ? [{ from: value, count }] : [])
  const units = mergeBy(begins, (from) => unitOf(interval, from, zone))
  const intervals = mergeBy(units.values(), (from) => intervalKey(interval, from, zone))
  return [...intervals]
    .sort(([, left], [, right]) => left.from - right.from)
    .slice(0, facet.size)
    .map(([key, { count }]) => ({ key, timingCount: count }))
}

const presentDays = ({ days }: PlannedFacet, counts: ReadonlyArray<Count>): Json => {
  const byIndex = new Map(counts.map(({ count, value }) => [value, count]))
  return days.map((key, index) => ({ key, eventCount: byIndex.get(index) ?? 0 }))
}

/**
 * A facet in responses (wire.md §6, Facets). Days and intervals are in chronological order. All other buckets are
 * sorted by descending count, then by key, and limited to the `size` of the facet.
 */
export const presentFacet = (planned: PlannedFacet, answer: TallyAnswer | null, viewing: FacetViewing): Json => {
  switch (planned.facet.type) {
    case "featured":
      return buckets(planned, answer, byBoolean)
    case "locations":
      return buckets(planned, answer, byLocation(viewing))
    case "originAgendas":
      return buckets(planned, answer, byAgenda(viewing))
    case "additionalFields":
      return buckets(planned, answer, planned.field?.fieldType === "boolean" ? byBoolean : byOption(planned.field, viewing))
    case "additionalFieldMetrics":
      return { ...fieldMetrics(countsOf(answer)) }
    case "viewport":
      return presentViewport(pointsOf(answer))
    case "geohash":
      return presentCells(planned, pointsOf(answer))
    case "timespan": {
      const span = answer?._tag === "Span" ? answer.span : null
      const zone = zoneOf(planned)
      return span === null ? null : { first: formatInstant(span.first, zone), last: formatInstant(span.last, zone) }
    }
    case "timings":
      return presentTimings(planned, countsOf(answer))
    case "eventsByDateRanges":
      return presentDays(planned, countsOf(answer))
    case "members":
    case "sourceAgendas":
    case "addMethods":
    case "valid":
      return []
    default:
      return buckets(planned, answer, byKey)
  }
}
