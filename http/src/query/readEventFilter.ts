import { type EventFilter, type FilterOfNone, type PlaceField, placeFields } from "@agenda-engine/core/query/EventQuery"
import type { FacetQuery, FacetType } from "@agenda-engine/core/query/FacetQuery"
import type { EventFilterParameters } from "./eventFilterParameters.js"
import type { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"
import { readFieldFilters } from "./readFieldFilters.js"
import { readGeo } from "./readGeo.js"
import { readPairs } from "./readPairs.js"

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
const filterOf: { readonly [T in FacetType]?: FilterOfNone } = {
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
const missingWords = (facets: ReadonlyArray<FacetQuery>) => (filter: FilterOfNone): ReadonlySet<string> =>
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
  const asked: ReadonlyArray<readonly [FilterOfNone, EventFilterParameters[keyof EventFilterParameters]]> = [
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
