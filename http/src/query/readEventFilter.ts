import { reservedFieldCodes } from "@agenda-engine/core/domain/field/fieldCode"
import {
  type EventFilter,
  type FieldFilter,
  type GeoBox,
  type NullableFilter,
  type PlaceField,
  placeFields
} from "@agenda-engine/core/query/event/EventQuery"
import type { FacetQuery, FacetType } from "@agenda-engine/core/query/event/FacetQuery"
import type { EventFilterParameters } from "./eventFilterParameters.js"
import { isBlank, isTree, itemsOf, type Placed, placedItems } from "./itemsOf.js"
import type { BoxParameter, PairParameter } from "./Parameter.js"
import type { ParameterReader } from "./ParameterReader.js"
import type { QueryTree, QueryValue } from "./parseQueryString.js"

const isBound = (value: QueryValue): value is string | undefined => value === undefined || typeof value === "string"

const boundOf = (text: string | undefined): string | null => text === undefined || text === "" ? null : text

const nothing: FieldFilter = { values: [], ranges: [], others: [] }

const readItem = (item: QueryValue): FieldFilter => {
  if (item === undefined || isBlank(item)) return nothing
  if (typeof item === "string") return { ...nothing, values: [item] }
  if (!isTree(item)) return { ...nothing, others: [JSON.stringify(item)] }
  const { gte, lte, ...rest } = item
  if (!isBound(gte) || !isBound(lte) || Object.keys(rest).length > 0) return { ...nothing, others: [JSON.stringify(item)] }
  const range = { gte: boundOf(gte), lte: boundOf(lte) }
  return range.gte === null && range.lte === null ? nothing : { ...nothing, ranges: [range] }
}

/**
 * Parses the parameters that may filter by an additional field: those whose name a field can have. The agenda decides
 * which of them are filters and what they accept; the others are unknown parameters and ignored.
 *
 * @example
 * readFieldFilters({ genres: ["3", "4"], places: { gte: "50" } })
 * // { genres: { values: ["3", "4"], … }, places: { ranges: [{ gte: "50", lte: null }], … } }
 */
export const readFieldFilters = (tree: QueryTree): EventFilter["fields"] => {
  const filters = Object.keys(tree).flatMap((name) => {
    if (reservedFieldCodes.has(name)) return []
    const items = (itemsOf(tree[name]) ?? [tree[name]]).map(readItem)
    const filter: FieldFilter = {
      values: items.flatMap(({ values }) => values),
      ranges: items.flatMap(({ ranges }) => ranges),
      others: items.flatMap(({ others }) => others)
    }
    return filter.values.length + filter.ranges.length + filter.others.length === 0 ? [] : [[name, filter] as const]
  })
  return filters.length === 0 ? undefined : Object.fromEntries(filters)
}

const corners = ["northEast", "southWest"] as const
const degrees_max = { lat: 90, lng: 180 } as const
type Coordinate = keyof typeof degrees_max

const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i

const readDegrees = (text: string, coordinate: Coordinate): number | null => {
  const value = decimal.test(text.trim()) ? Number(text) : Number.NaN
  return Math.abs(value) <= degrees_max[coordinate] ? value : null
}

const isKnown = (names: ReadonlyArray<string>, name: string): boolean => names.includes(name)

/** Parses one box; reports missing and invalid corners. */
const readBox = (reader: ParameterReader, parameter: BoxParameter, { field, value }: Placed): GeoBox | null => {
  if (!isTree(value)) {
    reader.refuse(parameter, field, value)
    return null
  }
  reader.refuseOthers(parameter, field, value, (name) => isKnown(corners, name))
  const degreesAt = (corner: (typeof corners)[number], coordinate: Coordinate): number | null => {
    const inside = value[corner]
    const text = isTree(inside) ? inside[coordinate] : undefined
    const at = `${field}[${corner}][${coordinate}]`
    if (text === undefined || text === "") {
      reader.fault(at, "is missing: a box needs both corners")
      return null
    }
    const read = typeof text === "string" ? readDegrees(text, coordinate) : null
    if (read === null) reader.refuseAs(at, `a number from -${degrees_max[coordinate]} to ${degrees_max[coordinate]}`, text)
    return read
  }
  const north = degreesAt("northEast", "lat")
  const east = degreesAt("northEast", "lng")
  const south = degreesAt("southWest", "lat")
  const west = degreesAt("southWest", "lng")
  if (north === null || east === null || south === null || west === null) return null
  if (north < south) {
    reader.fault(`${field}[northEast][lat]`, "lies south of southWest", String(north))
    return null
  }
  return { north, east, south, west }
}

/**
 * Parses bounding boxes, combined by OR. Edges are inclusive; a box whose east is less than its west crosses the
 * antimeridian (wire.md §6).
 */
export const readGeo = (reader: ParameterReader, parameter: BoxParameter): ReadonlyArray<GeoBox> | undefined => {
  const boxes = reader.given(parameter).flatMap(placedItems).flatMap((placed) => readBox(reader, parameter, placed) ?? [])
  return boxes.length === 0 ? undefined : boxes
}

/** A key with its value. */
export interface Pair {
  readonly key: string
  readonly value: string
}

const names: ReadonlyArray<string> = ["key", "value"]

const readPair = (reader: ParameterReader, parameter: PairParameter, { field, value }: Placed): Pair | null => {
  if (!isTree(value)) {
    reader.refuse(parameter, field, value)
    return null
  }
  reader.refuseOthers(parameter, field, value, (name) => names.includes(name))
  const textAt = (name: "key" | "value"): string | null => {
    const text = value[name]
    const at = `${field}[${name}]`
    if (text === undefined || text === "") {
      reader.fault(at, "is missing: key and value come together")
      return null
    }
    if (typeof text === "string") return text
    reader.refuseAs(at, "text", text)
    return null
  }
  const pair = { key: textAt("key"), value: textAt("value") }
  return pair.key === null || pair.value === null ? null : { key: pair.key, value: pair.value }
}

/** Parses pairs of a key and a value, combined by OR; a key without value, or the reverse, is an issue. */
export const readPairs = (reader: ParameterReader, parameter: PairParameter): ReadonlyArray<Pair> | undefined => {
  const pairs = reader.given(parameter).flatMap(placedItems).flatMap((placed) => readPair(reader, parameter, placed) ?? [])
  return pairs.length === 0 ? undefined : pairs
}

const isPresent = <A>(value: A): value is Exclude<A, undefined> => value !== undefined

/** Omits undefined members. */
const present = <A extends { readonly [key: string]: unknown }>(value: A): { readonly [K in keyof A]?: Exclude<A[K], undefined> } => {
  const kept: { [K in keyof A]?: Exclude<A[K], undefined> } = {}
  for (const key in value) {
    const member = value[key]
    if (isPresent(member)) kept[key] = member
  }
  return kept
}

/** The filter that accepts a facet's `missing` word as a value (wire.md §6, Facets). */
const filterOf: { readonly [T in FacetType]?: NullableFilter } = {
  cities: "adminLevel4",
  regions: "adminLevel1",
  departments: "adminLevel2",
  districts: "adminLevel6",
  adminLevels3: "adminLevel3",
  adminLevels5: "adminLevel5",
  countryCodes: "countryCode",
  keywords: "keyword",
  languages: "language",
  accessibilities: "accessibility",
  locations: "locationUid",
  availabilities: "availability",
  pricings: "pricing"
}

/** The `missing` words of facets, by the filter that accepts them. */
const missingWords = (facets: ReadonlyArray<FacetQuery>) => (filter: NullableFilter): ReadonlySet<string> =>
  new Set(facets.flatMap(({ missing, type }) => missing !== undefined && filterOf[type] === filter ? [missing] : []))

type WordsOf = ReturnType<typeof missingWords>

const readPlace = (reader: ParameterReader, parameters: EventFilterParameters, wordsOf: WordsOf): EventFilter["place"] => {
  const place: { [F in PlaceField]?: ReadonlyArray<string> } = {}
  for (const field of placeFields) {
    const names = reader.text(parameters[field], wordsOf(field))
    if (names !== undefined) place[field] = names
  }
  return Object.keys(place).length === 0 ? undefined : place
}

const readNone = (reader: ParameterReader, parameters: EventFilterParameters, wordsOf: WordsOf): EventFilter["none"] => {
  const asked: ReadonlyArray<readonly [NullableFilter, EventFilterParameters[keyof EventFilterParameters]]> = [
    ["keyword", parameters.keyword],
    ["language", parameters.languages],
    ["accessibility", parameters.accessibility],
    ["locationUid", parameters.locationUid],
    ["availability", parameters.availability],
    ["pricing", parameters.pricing],
    ...placeFields.map((field) => [field, parameters[field]] as const)
  ]
  const none = asked.flatMap(([filter, parameter]) => reader.says(parameter, wordsOf(filter)) ? [filter] : [])
  return none.length === 0 ? undefined : none
}

/**
 * Parses the filters of a list of events (wire.md §6). The `missing` words of the list's facets are accepted as values.
 */
export const readEventFilter = (
  reader: ParameterReader,
  tree: QueryTree,
  parameters: EventFilterParameters,
  facets: ReadonlyArray<FacetQuery>
): EventFilter => {
  const wordsOf = missingWords(facets)
  const threshold = reader.oneFormed(parameters.threshold)
  return present({
    uid: reader.integers(parameters.uid),
    slug: reader.text(parameters.slug),
    extId: readPairs(reader, parameters.extId),
    originAgendaUid: reader.integers(parameters.originAgendaUid),
    search: reader.text(parameters.search),
    threshold: threshold === "off" ? undefined : threshold,
    state: reader.choices(parameters.state),
    mine: reader.choice(parameters.mine),
    featured: reader.choices(parameters.featured),
    relative: reader.choices(parameters.relative),
    keyword: reader.text(parameters.keyword, wordsOf("keyword")),
    language: reader.text(parameters.languages, wordsOf("language")),
    accessibility: reader.choices(parameters.accessibility, wordsOf("accessibility")),
    locationUid: reader.integers(parameters.locationUid, wordsOf("locationUid")),
    place: readPlace(reader, parameters, wordsOf),
    geo: readGeo(reader, parameters.geo),
    timings: reader.ranges(parameters.timings),
    createdAt: reader.ranges(parameters.createdAt),
    updatedAt: reader.ranges(parameters.updatedAt),
    age: reader.integerRanges(parameters.age),
    attendanceMode: reader.choices(parameters.attendanceMode),
    status: reader.choices(parameters.status),
    availability: reader.choices(parameters.availability, wordsOf("availability")),
    bookable: reader.choices(parameters.bookable),
    pricing: reader.choices(parameters.pricing, wordsOf("pricing")),
    availabilityUpdatedAt: reader.ranges(parameters.availabilityUpdatedAt),
    fields: readFieldFilters(tree),
    none: readNone(reader, parameters, wordsOf)
  })
}
