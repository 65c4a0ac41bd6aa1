import * as Struct from "effect/Struct"
import { accessibilityKinds, type AttendanceMode, type EventState, type EventStatus } from "../../domain/event/Event.js"
import { foldTerm } from "../../domain/text/foldTerm.js"
import { foldText } from "../../domain/text/foldText.js"
import { availabilities, type Availability, pricings } from "../../domain/ticketing/Ticketing.js"
import type { Dimension } from "../../record/EventRecord.js"
import { booleanOptions } from "../Parameter.js"
import type { Condition, GeoBox, PlaceField } from "./Condition.js"
import type { FacetType } from "./FacetQuery.js"
import {
  boxes,
  choice,
  choices,
  type FilterContext,
  type FilterRow,
  formed,
  integerRanges,
  integers,
  orNone,
  pairs,
  ranges,
  texts
} from "./FilterRow.js"
import { mergeRanges } from "./Tally.js"

const folded = (values: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(values.map(foldText))]

const termsOf = (values: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(values.map(foldTerm))]

const word = <W extends string>(value: W) => [value, value] as const

const place = (field: PlaceField, aliases: ReadonlyArray<string>, facet: FacetType, what: string, example: string) =>
  orNone(
    facet,
    texts({
      name: field,
      aliases,
      description: `${what} of the event's location. Whole names are compared, ignoring case and accents. Several are combined by OR.`,
      example
    }, (values, { orNone }) => [{ _tag: "Place", field, in: folded(values), orNone }])
  )

const terms =
  (dimension: Dimension) => (values: ReadonlyArray<string>, { orNone }: { readonly orNone: boolean }): ReadonlyArray<Condition> => [
    { _tag: "Terms", dimension, in: termsOf(values), orNone }
  ]

/** The single requested value of a boolean filter; null when both or none are requested. */
export const onlyOne = (requested: ReadonlyArray<boolean> = []): boolean | null => {
  const [value, ...others] = new Set(requested)
  return value === undefined || others.length > 0 ? null : value
}

/** Normalizes a box with an edge on the antimeridian so that it contains both longitudes, 180 and -180. */
const throughAntimeridian = (box: GeoBox): GeoBox => {
  if (box.west === -180 && box.east !== 180) return { ...box, west: 180 }
  return box.east === 180 && box.west !== -180 ? { ...box, east: -180 } : box
}

const bookable: ReadonlyArray<Availability> = ["available", "limited"]
const notBookable = availabilities.filter((status) => !bookable.includes(status))

const numeric = /^-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i

const readThreshold = (text: string): number | "auto" | "off" | undefined => {
  if (text === "auto") return "auto"
  if (text === "off" || text === "false") return "off"
  return numeric.test(text.trim()) ? Number(text) : undefined
}

/** `planQuery` makes the conditions, because they also depend on other filters. */
const plannedElsewhere = () => []

const rows = {
  uid: integers(
    { name: "uid", description: "Uids of events. An unknown uid matches nothing.", example: "1" },
    (uids) => [{ _tag: "Uid", in: uids }]
  ),
  slug: texts(
    { name: "slug", description: "Slugs of events.", example: "summer-concert" },
    (slugs) => [{ _tag: "Slug", in: slugs }]
  ),
  extId: pairs({
    name: "extId",
    description:
      "An external identifier of the event, `extId[key]` and `extId[value]`. Several (`extId[0][key]` and so on) are combined by OR.",
    example: "legacy"
  }, (extIds) => [{ _tag: "ExtId", in: extIds }]),
  originAgendaUid: integers(
    { name: "originAgendaUid", description: "Uids of the events' agendas.", example: "101" },
    (uids) => [{ _tag: "Agenda", in: uids }]
  ),
  search: texts({
    name: "search",
    description:
      "Words in the title, keywords, location name and city, description, long description, address, postcode and administrative levels, and the additional fields that have `searchedAs`. All words must match, in any order and field; the last one also matches as a prefix, unless it is one or two digits; words \"in quotes\" must follow each other. Words match in all their forms, by the stemmer of the text's language. A compound such as `ciné-club` is also found as `cineclub`, and the other way round. So are two words in a title or keyword, such as `hip hop`. A number behind Paris, Lyon or Marseille is one of its districts. Articles and other stop words of a text's language are ignored there, unless the search has no other word; in quotes they must occur, but do not add to the score. A phrase does not match the name or city of a location when its stop words belong to three languages of the event. A search without letters and digits matches nothing. Several searches are combined by OR, with at most 64 different words in all.",
    example: "jazz concert"
  }, plannedElsewhere),
  threshold: formed<number | "auto" | "off">({
    name: "threshold",
    takes: "off, false, auto or a number",
    read: readThreshold,
    description:
      "Minimum score of the results of `search`: a number, or auto for the largest drop between scores, if it is at least by half. Ignored without `search`.",
    absent: "off",
    example: "auto"
  }, plannedElsewhere),
  state: choices<EventState>({
    name: "state",
    description:
      "Moderation state: 2 published, 1 ready to publish, 0 to review, -1 refused. Other values than 2 require a moderator or administrator. Not across agendas.",
    absent: "2",
    example: "2",
    options: [["2", 2], ["1", 1], ["0", 0], ["-1", -1]]
  }, plannedElsewhere),
  mine: choice({
    name: "mine",
    description:
      "1 for the events that the caller contributed, in all states unless `state` is given. For members, with an access token or a secret key. Not across agendas.",
    absent: "0",
    example: "1",
    options: booleanOptions
  }, (isMine, { userUid }) => isMine ? [{ _tag: "Contributor", is: userUid }] : []),
  featured: choices({
    name: "featured",
    description: "1 for featured events, 0 for the others. Not across agendas.",
    example: "1",
    options: booleanOptions
  }, (requested) => {
    const only = onlyOne(requested)
    return only === null ? [] : [{ _tag: "Featured", is: only }]
  }),
  status: choices<EventStatus>({
    name: "status",
    description: "1 scheduled, 2 rescheduled, 3 moved online, 4 postponed, 5 full, 6 cancelled.",
    example: "1",
    options: [["1", 1], ["2", 2], ["3", 3], ["4", 4], ["5", 5], ["6", 6]]
  }, (statuses) => [{ _tag: "Status", in: statuses }]),
  attendanceMode: choices<AttendanceMode>({
    name: "attendanceMode",
    description: "1 in person, 2 online, 3 both.",
    example: "2",
    options: [["1", 1], ["2", 2], ["3", 3]]
  }, (modes) => [{ _tag: "AttendanceMode", in: modes }]),
  locationUid: orNone(
    "locations",
    integers(
      { name: "locationUid", description: "Uids of locations.", example: "7" },
      (uids, { orNone }) => [{ _tag: "LocationUid", in: uids, orNone }]
    )
  ),
  availability: orNone(
    "availabilities",
    choices({
      name: "availability",
      description: "Ticket availability of the event: of all its slots that have not begun. Several are combined by OR.",
      example: "available",
      options: availabilities.map(word)
    }, (statuses, { at, orNone }) => [{ _tag: "Availability", in: statuses, at, orNone }])
  ),
  bookable: choices({
    name: "bookable",
    description: "1 for events whose tickets are available or limited, 0 for the others, including those without offers.",
    example: "1",
    options: booleanOptions
  }, (requested, { at }) => {
    const only = onlyOne(requested)
    return only === null ? [] : [{ _tag: "Availability", in: only ? bookable : notBookable, at, orNone: !only }]
  }),
  pricing: orNone(
    "pricings",
    choices({
      name: "pricing",
      description:
        "Pricing of all offers together. Several are combined by OR. It is unknown for events that only have availability; events with neither match nothing.",
      example: "free",
      options: pricings.map(word)
    }, (asked, { orNone }) => [{ _tag: "Terms", dimension: "pricing", in: asked, orNone }])
  ),
  availabilityUpdatedAt: ranges({
    name: "availabilityUpdatedAt",
    description:
      "Events whose availability last changed in the range. Several ranges are combined by OR. Events whose availability never changed match nothing."
  }, (instants) => [{ _tag: "AvailabilityUpdatedAt", ranges: mergeRanges(instants, 1) }]),
  adminLevel1: place("adminLevel1", ["region"], "regions", "Region", "Bretagne"),
  adminLevel2: place("adminLevel2", ["department"], "departments", "Department", "Finistère"),
  adminLevel3: place("adminLevel3", [], "adminLevels3", "Third administrative level", "Brest"),
  adminLevel4: place("adminLevel4", ["city"], "cities", "City", "Quimper"),
  adminLevel5: place("adminLevel5", [], "adminLevels5", "Fifth administrative level", "Centre"),
  adminLevel6: place("adminLevel6", ["district"], "districts", "District", "Kerfeunteun"),
  countryCode: place("countryCode", [], "countryCodes", "ISO 3166-1 code of the country", "FR"),
  geo: boxes({
    name: "geo",
    description:
      "Events whose location lies in the box, edges included: `geo[northEast][lat]=48.9` and so on, or `geo.northEast.lat=48.9`. A box whose east is less than its west crosses the antimeridian. Several are combined by OR.",
    example: "48.9"
  }, (asked) => [{ _tag: "Geo", boxes: asked.map(throughAntimeridian) }]),
  keyword: orNone(
    "keywords",
    texts({
      name: "keyword",
      description:
        "Keywords of the event, in any of its languages. Several are combined by AND. Whole keywords are compared, ignoring case and accents.",
      example: "jazz"
    }, (keywords, { orNone }) => [
      ...(orNone ? [{ _tag: "Terms", dimension: "keyword", in: [], orNone } as const] : []),
      ...(keywords.length === 0 ? [] : [{ _tag: "AllTerms", dimension: "keyword", all: termsOf(keywords) } as const])
    ])
  ),
  languages: orNone(
    "languages",
    texts({
      name: "languages",
      description: "Language codes of the event's texts: `pt` also matches `pt-BR`, `pt-BR` only itself.",
      example: "fr"
    }, terms("language"))
  ),
  accessibility: orNone(
    "accessibilities",
    choices({
      name: "accessibility",
      description: "Kinds of accessibility: hi hearing, vi visual, pi psychic, mi motor, ii intellectual. Several are combined by OR.",
      example: "mi",
      options: accessibilityKinds.map(word)
    }, terms("accessibility"))
  ),
  age: integerRanges({
    name: "age",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description:
      "Events for people of these ages: the maximum age is at least `gte`, the minimum at most `lte`. Events without ages match nothing.",
    example: "6"
  }, (ages) => [{ _tag: "Age", ranges: mergeRanges(ages, 0) }]),
  relative: choices({
    name: "relative",
    description: "Relation to now: `passed` when all slots have ended, `upcoming` when none has begun, else `current`.",
    example: "upcoming",
    options: [["passed", "passed"], ["current", "current"], ["ongoing", "current"], ["upcoming", "upcoming"]]
  }, (relatives, { at }) => [{ _tag: "Relative", in: relatives, at }]),
  timings: ranges({
    name: "timings",
    aliases: ["date"],
    description: "Events that have a slot whose begin is in the range. Several ranges are combined by OR."
  }, (instants) => [{ _tag: "Timings", ranges: mergeRanges(instants, 1) }]),
  createdAt: ranges(
    { name: "createdAt", description: "Events created in the range." },
    (instants) => [{ _tag: "CreatedAt", ranges: mergeRanges(instants, 1) }]
  ),
  updatedAt: ranges({
    name: "updatedAt",
    description: "Events last changed in the range; for tombstones, removed in the range."
  }, (instants) => [{ _tag: "UpdatedAt", ranges: mergeRanges(instants, 1) }])
} as const

type Rows = typeof rows

/** The name of a filter and of its parameter. */
export type FilterName = keyof Rows

/** The values of filters, by name. */
export type FilterValues = { readonly [N in FilterName]: Rows[N] extends FilterRow<infer A> ? A : never }

/** Filters that can also match events without a value. */
export type NullableFilter = { [N in FilterName]: Rows[N] extends { readonly facet: FacetType } ? N : never }[FilterName]

type RangedFilter = {
  [N in FilterName]: FilterValues[N] extends ReadonlyArray<GeoBox | { readonly gte: number | null }> ? N : never
}[FilterName]

/**
 * The filters of an event list (service.md, filters; wire.md §6), in the order of their documentation and of their
 * conditions. SQLite prefers earlier conditions when costs are equal: columns come before look-ups of other rows.
 * `EventFilter`, the parser, the planner, the reserved field codes and the API reference follow from it.
 */
export const eventFilters: { readonly [N in FilterName]: FilterRow<FilterValues[N]> } = rows

/** The names of all filters, in the order of their documentation. */
export const filterNames: ReadonlyArray<FilterName> = Struct.keys(rows)

const isNullable = (name: FilterName): name is NullableFilter => eventFilters[name].facet !== undefined

/** The names of the filters that can also match events without a value. */
export const nullableFilters: ReadonlyArray<NullableFilter> = filterNames.filter(isNullable)

const isRanged = (name: FilterName): name is RangedFilter => ["range", "integerRange", "box"].includes(eventFilters[name].parameter.kind)

/** The names of the filters by ranges or boxes. */
export const rangedFilters: ReadonlyArray<RangedFilter> = filterNames.filter(isRanged)

/** Filter on an additional field as sent, not yet validated against the field definition. */
export interface FieldFilter {
  /** Exact values (OR). */
  readonly values: ReadonlyArray<string>
  /**
   * Inclusive ranges of numbers or days (OR); null leaves an end open. `tz` is the IANA time zone of instants, local
   * times and `today` in ranges of days; UTC when absent.
   */
  readonly ranges: ReadonlyArray<{ readonly gte: string | null; readonly lte: string | null; readonly tz?: string }>
  /** Other values, as JSON; every field rejects them. */
  readonly others: ReadonlyArray<string>
}

/**
 * Filters of an event list (service.md, filters; wire.md §6). Members are combined with AND. The values of one member
 * are alternatives (OR), except `keyword`, whose values must all match. An absent member means no filter. Texts are not
 * folded yet. `eventFilters` describes each member.
 */
export interface EventFilter extends Readonly<{ [N in FilterName]?: FilterValues[N] | undefined }> {
  /**
   * Filters by field code. A code without a field that the caller may read is ignored, like every unknown parameter.
   */
  readonly fields?: { readonly [code: string]: FieldFilter } | undefined
  /** Filters that also match events without a value (wire.md §6, `missing`). */
  readonly none?: ReadonlyArray<NullableFilter> | undefined
}

/** The conditions of one filter of a list. */
const conditionsOf = <N extends FilterName>(
  name: N,
  values: { readonly [M in N]?: FilterValues[M] | undefined },
  context: FilterContext
): ReadonlyArray<Condition> => eventFilters[name].conditions(values[name], context)

/** The conditions of all filters of a list whose conditions do not depend on other filters. */
export const filterConditions = (filter: EventFilter, context: Omit<FilterContext, "orNone">): ReadonlyArray<Condition> => {
  const none: ReadonlyArray<FilterName> = filter.none ?? []
  const set = filterNames.filter((name) => filter[name] !== undefined || none.includes(name))
  return set.flatMap((name) => conditionsOf(name, filter, { ...context, orNone: none.includes(name) }))
}
