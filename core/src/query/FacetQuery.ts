/** The facets that are asked for by their type alone or with the common members (wire.md §6, Facets). */
export const facetTypes = [
  "cities",
  "regions",
  "departments",
  "districts",
  "countryCodes",
  "adminLevels3",
  "adminLevels5",
  "keywords",
  "languages",
  "accessibilities",
  "status",
  "attendanceModes",
  "states",
  "relative",
  "featured",
  "availabilities",
  "pricings",
  "locations",
  "originAgendas",
  "additionalFields",
  "additionalFieldMetrics",
  "viewport",
  "geohash",
  "timespan",
  "timings",
  "eventsByDateRanges",
  "members",
  "sourceAgendas",
  "addMethods",
  "valid"
] as const
/** The type of a facet. */
export type FacetType = (typeof facetTypes)[number]

/** The facets that belong to the list of one agenda (wire.md §6, Across agendas). */
export const agendaFacets: ReadonlyArray<FacetType> = ["states", "featured", "additionalFields", "additionalFieldMetrics"]

/** The lengths of time that slots are counted by; a week begins on Monday (ISO 8601). */
export const facetIntervals = ["hour", "day", "week", "month", "year"] as const
/** A length of time that slots are counted by. */
export type FacetInterval = (typeof facetIntervals)[number]

/** A facet as it was asked for: what of the listed events is counted by what. */
export interface FacetQuery {
  readonly type: FacetType
  /** The name of its counts in the answer. */
  readonly key: string
  /** The code of an additional field, for the types that count by one. */
  readonly field?: string
  /**
   * The parameters that ask for it, as they are written (`aggs[0]`, and `aggs[0][f]` for the field): what its faults are named by. Absent:
   * `aggregations`.
   */
  readonly asked?: { readonly as: string; readonly field?: string }
  /** How many buckets at most, but for `eventsByDateRanges`, which has one for each day. */
  readonly size: number
  /** The word under which events without a value are counted; absent: they are not. */
  readonly missing?: string
  /** By what length of time `timings` counts; absent: by days. */
  readonly interval?: FacetInterval
  /** The zone in which days begin, one that `isTimezone` accepts; absent: Paris's. */
  readonly timezone?: string
  /** How fine a map is divided, 0 to 20; absent: 8. */
  readonly zoom?: number
}
