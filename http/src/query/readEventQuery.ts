import type { Limits } from "@agenda-engine/core/domain/Limits"
import { isTimezone } from "@agenda-engine/core/domain/time/timezone"
import type { GeoBox } from "@agenda-engine/core/query/event/Condition"
import { instantOfCursor } from "@agenda-engine/core/query/event/Cursor"
import {
  type EventFilter,
  eventFilters,
  type FieldFilter,
  type FilterName,
  filterNames,
  type FilterValues,
  nullableFilters,
  rangedFilters
} from "@agenda-engine/core/query/event/eventFilters"
import type { EventQuery, PageStart } from "@agenda-engine/core/query/event/EventQuery"
import type { FacetQuery } from "@agenda-engine/core/query/event/FacetQuery"
import { reservedFieldCodes } from "@agenda-engine/core/query/event/fieldCode"
import type { FilterReader, Pair, Words } from "@agenda-engine/core/query/event/FilterRow"
import type { BoxParameter, PairParameter } from "@agenda-engine/core/query/Parameter"
import type { EventParameters } from "./eventParameters.js"
import { readEventView } from "./eventViewParameters.js"
import { isBlank, isIndex, isTree, itemsOf, namedItems, type NamedValue, oneTextOf } from "./itemsOf.js"
import { ParameterReader, zoneNames } from "./ParameterReader.js"
import type { QueryTree, QueryValue } from "./parseQueryString.js"
import { readFacets } from "./readFacets.js"

const isBound = (value: QueryValue): value is string | undefined => value === undefined || typeof value === "string"

const boundOf = (text: string | undefined): string | null => text === undefined || text === "" ? null : text

const nothing: FieldFilter = { values: [], ranges: [], others: [] }

const readItem = (item: QueryValue): FieldFilter => {
  if (item === undefined || isBlank(item)) return nothing
  if (typeof item === "string") return { ...nothing, values: [item] }
  if (!isTree(item)) return { ...nothing, others: [JSON.stringify(item)] }
  const { gte, lte, timezone, tz = timezone, ...rest } = item
  if (!isBound(gte) || !isBound(lte) || !isBound(tz) || Object.keys(rest).length > 0) return { ...nothing, others: [JSON.stringify(item)] }
  const zone = boundOf(tz)
  const range = { gte: boundOf(gte), lte: boundOf(lte), ...(zone === null ? {} : { tz: zone }) }
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
const readFieldFilters = (tree: QueryTree): EventFilter["fields"] => {
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
const readBox = (reader: ParameterReader, parameter: BoxParameter, { field, value }: NamedValue): GeoBox | null => {
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
const readGeo = (reader: ParameterReader, parameter: BoxParameter): ReadonlyArray<GeoBox> | undefined => {
  const boxes = reader.given(parameter).flatMap(namedItems).flatMap((named) => readBox(reader, parameter, named) ?? [])
  return boxes.length === 0 ? undefined : boxes
}

const names: ReadonlyArray<string> = ["key", "value"]

const readPair = (reader: ParameterReader, parameter: PairParameter, { field, value }: NamedValue): Pair | null => {
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
const readPairs = (reader: ParameterReader, parameter: PairParameter): ReadonlyArray<Pair> | undefined => {
  const pairs = reader.given(parameter).flatMap(namedItems).flatMap((named) => readPair(reader, parameter, named) ?? [])
  return pairs.length === 0 ? undefined : pairs
}

/** The reader of each kind of parameter. */
const filterReader = (reader: ParameterReader): FilterReader => ({
  text: (parameter, words) => reader.text(parameter, words),
  integers: (parameter, words) => reader.integers(parameter, words),
  choices: (parameter, words) => reader.choices(parameter, words),
  choice: (parameter) => reader.choice(parameter),
  oneFormed: (parameter) => reader.oneFormed(parameter),
  ranges: (parameter) => reader.ranges(parameter),
  integerRanges: (parameter) => reader.integerRanges(parameter),
  boxes: (parameter) => readGeo(reader, parameter),
  pairs: (parameter) => readPairs(reader, parameter)
})

const noWords: Words = new Set()

/** The `missing` words of facets that a filter accepts as values (wire.md §6, Facets). */
const wordsOf = (name: FilterName, facets: ReadonlyArray<FacetQuery>): Words => {
  const { facet } = eventFilters[name]
  if (facet === undefined || facets.length === 0) return noWords
  return new Set(facets.flatMap(({ missing, type }) => missing !== undefined && type === facet ? [missing] : []))
}

/** The filter that each name of a parameter belongs to, aliases included. */
const filterOf = new Map(
  filterNames.flatMap((name) =>
    [eventFilters[name].parameter].flatMap(({ aliases, name: own }) => [own, ...aliases].map((sent) => [sent, name] as const))
  )
)

/**
 * Parses the filters of a list of events (wire.md §6). The `missing` words of the list's facets are accepted as values.
 */
const readEventFilter = (reader: ParameterReader, tree: QueryTree, facets: ReadonlyArray<FacetQuery>): EventFilter => {
  const parameters = filterReader(reader)
  const filter: { -readonly [N in FilterName]?: FilterValues[N] } = {}
  const read = <N extends FilterName>(name: N, into: { [M in N]?: FilterValues[M] }): void => {
    const value = eventFilters[name].read(parameters, wordsOf(name, facets))
    if (value !== undefined) into[name] = value
  }
  const sent = new Set(Object.keys(tree).map((name) => filterOf.get(name)))
  for (const name of filterNames) if (sent.has(name)) read(name, filter)
  const fields = readFieldFilters(tree)
  const none = nullableFilters.filter((name) => reader.says(eventFilters[name].parameter, wordsOf(name, facets)))
  return { ...filter, ...(fields === undefined ? {} : { fields }), ...(none.length === 0 ? {} : { none }) }
}

/** The names that filters by ranges were sent under, where they are aliases; undefined when there are none. */
const sentNames = (reader: ParameterReader): EventQuery["names"] => {
  const names = rangedFilters.flatMap((name) => {
    const sent = reader.nameOf(eventFilters[name].parameter)
    return sent === name ? [] : [[name, sent] as const]
  })
  return names.length === 0 ? undefined : Object.fromEntries(names)
}

const readStart = (reader: ParameterReader, parameters: EventParameters): PageStart => {
  const cursor = reader.text(parameters.after)
  const skip = reader.oneInteger(parameters.from)
  if (cursor !== undefined && skip !== undefined) reader.fault("from", "and after cannot be combined", String(skip))
  if (cursor !== undefined) return { _tag: "After", cursor }
  return skip === undefined ? { _tag: "First" } : { _tag: "From", skip }
}

const zonesIn = (value: QueryValue): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((item: QueryValue) => zonesIn(item))
  if (!isTree(value)) return []
  const zones = zoneNames.map((name) => oneTextOf(value[name])).filter((zone) => zone !== null)
  return [...zones, ...Object.entries(value).flatMap(([key, item]) => isIndex(key) ? zonesIn(item) : [])]
}

/** Time zone of `timings`, which its facets use too (wire.md §6). */
const zoneOfTimings = (reader: ParameterReader): string | undefined => {
  return reader.given(eventFilters.timings.parameter).flatMap(({ value }) => zonesIn(value)).find(isTimezone)
}

/**
 * Parses a list of events (wire.md §2, §6). Issues are returned in `faults`, so that the service reports them with its
 * own. `now`, in epoch milliseconds, resolves `today`; with a cursor, `today` is the day of the first page.
 */
export const readEventQuery = (tree: QueryTree, now: number, parameters: EventParameters, limits: Limits): EventQuery => {
  const after = new ParameterReader(tree, now).text(parameters.after) ?? []
  const reader = new ParameterReader(tree, instantOfCursor(after) ?? now)
  const facets = readFacets(reader, parameters.aggregations, {
    sizeLimit: reader.oneInteger(parameters.aggsSizeLimit),
    timezone: zoneOfTimings(reader)
  })
  const names = sentNames(reader)
  const query: EventQuery = {
    filter: readEventFilter(reader, tree, facets),
    removed: reader.choice(parameters.removed) ?? "without",
    sort: reader.formed(parameters.sort) ?? [],
    start: readStart(reader, parameters),
    size: reader.oneInteger(parameters.size) ?? limits.eventsPage_default,
    ...readEventView(reader, parameters),
    includeSort: reader.choice(parameters.includeSort) ?? false,
    exact: reader.choice(parameters.exact) ?? false,
    explain: reader.choice(parameters.explain) ?? false,
    facets,
    ...(names === undefined ? {} : { names })
  }
  return reader.issues.length === 0 ? query : { ...query, faults: reader.issues }
}
