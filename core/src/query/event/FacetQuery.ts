/** Facet types of an event list (wire.md §6, Facets). */
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
/** A facet type. */
export type FacetType = (typeof facetTypes)[number]

/** Facets that exist only for the list of one agenda (wire.md §6, Across agendas). */
export const agendaFacets: ReadonlyArray<FacetType> = ["states", "featured", "additionalFields", "additionalFieldMetrics"]

/** Bucket lengths of the `timings` facet; a week begins on Monday (ISO 8601). */
export const facetIntervals = ["hour", "day", "week", "month", "year"] as const
/** A bucket length of the `timings` facet. */
export type FacetInterval = (typeof facetIntervals)[number]

/** A facet as requested. */
export interface FacetQuery {
  readonly type: FacetType
  /** Name of the facet in the response. */
  readonly key: string
  /** Code of an additional field, for the types that count by a field. */
  readonly field?: string | undefined
  /**
   * Names of the parameters that requested the facet, for its issues: `aggs[0]`, and `aggs[0][f]` for the field.
   * Absent: `aggregations`.
   */
  readonly asked?: { readonly as: string; readonly field?: string | undefined } | undefined
  /** Maximum number of buckets; ignored by `eventsByDateRanges`, which has one per day. */
  readonly size: number
  /** Bucket label for events without a value; absent: such events are not counted. */
  readonly missing?: string | undefined
  /** Bucket length of `timings`; absent: `day`. */
  readonly interval?: FacetInterval | undefined
  /** Time zone of the days, valid for `isTimezone`; absent: `Europe/Paris`. */
  readonly timezone?: string | undefined
  /** Map zoom level from 0 to 20; absent: 8. */
  readonly zoom?: number | undefined
}
