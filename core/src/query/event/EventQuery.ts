import type { Interval } from "../../domain/event/Timing.js"
import type { Availability, Pricing } from "../../domain/ticketing/Ticketing.js"
import type { EventSort } from "./EventSort.js"
import type { EventView } from "./EventView.js"
import type { FacetQuery } from "./FacetQuery.js"

/** An inclusive range; null leaves an end open. Instants are epoch milliseconds, ages are years. */
export interface Range {
  readonly gte: number | null
  readonly lte: number | null
}

/** A geographic box in degrees, edges included. It crosses the antimeridian when `west` is greater than `east`. */
export interface GeoBox {
  readonly north: number
  readonly east: number
  readonly south: number
  readonly west: number
}

/**
 * Temporal status of an event (service.md, `relative`): `passed` when every slot has ended, `upcoming` when none has
 * begun, else `current`.
 */
export const relatives = ["passed", "current", "upcoming"] as const

/** One of `relatives`. */
export type Relative = (typeof relatives)[number]

/** Location texts that events can be filtered by. */
export const placeFields = [
  "adminLevel1",
  "adminLevel2",
  "adminLevel3",
  "adminLevel4",
  "adminLevel5",
  "adminLevel6",
  "countryCode"
] as const
/** A location text that events can be filtered by. */
export type PlaceField = (typeof placeFields)[number]

/** Filters that can also match events without a value. */
export type NullableFilter = "keyword" | "language" | "accessibility" | "locationUid" | "availability" | "pricing" | PlaceField

/** Filter on an additional field as sent, not yet validated against the field definition. */
export interface FieldFilter {
  /** Exact values (OR). */
  readonly values: ReadonlyArray<string>
  /** Inclusive numeric ranges (OR); null leaves an end open. */
  readonly ranges: ReadonlyArray<{ readonly gte: string | null; readonly lte: string | null }>
  /** Other values, as JSON; every field rejects them. */
  readonly others: ReadonlyArray<string>
}

/**
 * Filters of an event list (service.md, filters; wire.md §6). Members are combined with AND. The values of one member
 * are alternatives (OR), except `keyword`, whose values must all match. An absent member means no filter. Texts are not
 * folded yet.
 */
export interface EventFilter {
  readonly uid?: ReadonlyArray<number>
  readonly slug?: ReadonlyArray<string>
  readonly extId?: ReadonlyArray<{ readonly key: string; readonly value: string }>
  readonly originAgendaUid?: ReadonlyArray<number>
  readonly state?: ReadonlyArray<number>
  /** Only events that the caller contributed; in every state unless `state` is given. */
  readonly mine?: boolean
  readonly featured?: ReadonlyArray<boolean>
  readonly relative?: ReadonlyArray<Relative>
  readonly keyword?: ReadonlyArray<string>
  /** Language codes; the event has text in one of them. */
  readonly language?: ReadonlyArray<string>
  /** Codes of accessibility kinds. */
  readonly accessibility?: ReadonlyArray<string>
  readonly locationUid?: ReadonlyArray<number>
  readonly place?: { readonly [F in PlaceField]?: ReadonlyArray<string> }
  readonly geo?: ReadonlyArray<GeoBox>
  /** A slot begins within one of these ranges. */
  readonly timings?: ReadonlyArray<Range>
  readonly createdAt?: ReadonlyArray<Range>
  readonly updatedAt?: ReadonlyArray<Range>
  /** Ages that the age range of the event overlaps: its maximum is at least `gte` and its minimum at most `lte`. */
  readonly age?: ReadonlyArray<Range>
  readonly attendanceMode?: ReadonlyArray<number>
  readonly status?: ReadonlyArray<number>
  readonly availability?: ReadonlyArray<Availability>
  /** Whether tickets can be bought: availability is `available` or `limited`. */
  readonly bookable?: ReadonlyArray<boolean>
  readonly pricing?: ReadonlyArray<Pricing>
  readonly availabilityUpdatedAt?: ReadonlyArray<Range>
  /**
   * Filters by field code. A code without a field that the caller may read is ignored, like every unknown parameter.
   */
  readonly fields?: { readonly [code: string]: FieldFilter }
  /** Filters that also match events without a value (wire.md §6, `missing`). */
  readonly none?: ReadonlyArray<NullableFilter>
  /** Search texts (OR). */
  readonly search?: ReadonlyArray<string>
  /** Minimum score, or `auto` for the score before the largest drop (wire.md §6, Search). Ignored without `search`. */
  readonly threshold?: number | "auto"
}

/** Which records to list: live events, tombstones, or both (service.md, Removal). */
export type RemovedFilter = "without" | "only" | "with"

/** Start of a page: the beginning, after a cursor, or at an offset. */
export type PageStart =
  | { readonly _tag: "First" }
  | { readonly _tag: "After"; readonly cursor: ReadonlyArray<string> }
  | { readonly _tag: "From"; readonly skip: number }

/** An event list as requested, before the clock and the caller are taken into account. */
export interface EventQuery extends EventView {
  readonly filter: EventFilter
  readonly removed: RemovedFilter
  /** Sorts in order of precedence. When empty, the list is ordered by score with a search and by time without one. */
  readonly sort: ReadonlyArray<EventSort>
  readonly start: PageStart
  /** Maximum number of events on the page; 0 returns only the total and the facets. */
  readonly size: number
  /** Whether each event includes its sort values. */
  readonly includeSort: boolean
  readonly facets: ReadonlyArray<FacetQuery>
  /** The parameter name that each filter was sent under, where it differs from the name of the filter. */
  readonly names?: { readonly [filter: string]: string }
}

/** Temporal status of an event with these first and last slots (service.md, `relative`; wire.md §6). */
export const relativeAt = (slots: { readonly first: Interval; readonly last: Interval }, at: number): Relative => {
  if (slots.last.end <= at) return "passed"
  return slots.first.begin > at ? "upcoming" : "current"
}

/**
 * The view of a list. A list that includes tombstones uses the detailed form, and always includes the tombstone members
 * `uid`, `removed` and `updatedAt` (wire.md §5, Removal and synchronisation).
 */
export const listView = (query: EventQuery): EventView => {
  const view = query.removed === "with" ? { ...query, detailed: true } : query
  return query.fields === undefined || query.removed === "without"
    ? view
    : { ...view, fields: { ...query.fields, uid: "whole", removed: "whole", updatedAt: "whole" } }
}
