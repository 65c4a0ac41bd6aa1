import type { Availability, Pricing } from "../domain/Ticketing.js"
import type { EventSort } from "./EventSort.js"
import type { EventView } from "./EventView.js"
import type { FacetQuery } from "./FacetQuery.js"

/** A range, both ends included; null leaves an end open. Instants are epoch milliseconds, ages are years. */
export interface Range {
  readonly gte: number | null
  readonly lte: number | null
}

/** A box on the map in degrees, edges included. It crosses the antimeridian when `west` is greater than `east`. */
export interface GeoBox {
  readonly north: number
  readonly east: number
  readonly south: number
  readonly west: number
}

/** Where an event stands in time (service.md, `relative`): every slot ended, none begun, or the rest. */
export const relatives = ["passed", "current", "upcoming"] as const

/** One of `relatives`. */
export type Relative = (typeof relatives)[number]

/** The texts of its location that an event is filtered by. */
export const placeFields = [
  "adminLevel1",
  "adminLevel2",
  "adminLevel3",
  "adminLevel4",
  "adminLevel5",
  "adminLevel6",
  "countryCode"
] as const
/** A text of its location that an event is filtered by. */
export type PlaceField = (typeof placeFields)[number]

/** The filters that events without any value can be asked of. */
export type FilterOfNone = "keyword" | "language" | "accessibility" | "locationUid" | "availability" | "pricing" | PlaceField

/** What is asked of an additional field, as it was sent: what it can be asked is known when its definition is. */
export interface FieldFilter {
  /** Any of these values. */
  readonly values: ReadonlyArray<string>
  /** A number within one of these ranges, ends included; null leaves an end open. */
  readonly ranges: ReadonlyArray<{ readonly gte: string | null; readonly lte: string | null }>
  /** What is neither, as JSON: no field takes it. */
  readonly others: ReadonlyArray<string>
}

/**
 * What a list of events is narrowed by (service.md, filters; wire.md §6). Every member holds (AND); the values of one are alternatives (OR)
 * but for `keyword`, of which all must be there. An absent member does not narrow. Text is as it was asked, not folded.
 */
export interface EventFilter {
  readonly uid?: ReadonlyArray<number>
  readonly slug?: ReadonlyArray<string>
  readonly extId?: ReadonlyArray<{ readonly key: string; readonly value: string }>
  readonly originAgendaUid?: ReadonlyArray<number>
  readonly state?: ReadonlyArray<number>
  /** Only events that the caller contributed, in every state unless `state` says which. */
  readonly mine?: boolean
  readonly featured?: ReadonlyArray<boolean>
  readonly relative?: ReadonlyArray<Relative>
  readonly keyword?: ReadonlyArray<string>
  /** Codes of languages that some text of the event is written in. */
  readonly language?: ReadonlyArray<string>
  /** Codes of kinds of accessibility. */
  readonly accessibility?: ReadonlyArray<string>
  readonly locationUid?: ReadonlyArray<number>
  readonly place?: { readonly [F in PlaceField]?: ReadonlyArray<string> }
  readonly geo?: ReadonlyArray<GeoBox>
  /** Some slot begins within one of these ranges. */
  readonly timings?: ReadonlyArray<Range>
  readonly createdAt?: ReadonlyArray<Range>
  readonly updatedAt?: ReadonlyArray<Range>
  /** Ages that the event's ages meet: its greatest is at least `gte`, its least at most `lte`. */
  readonly age?: ReadonlyArray<Range>
  readonly attendanceMode?: ReadonlyArray<number>
  readonly status?: ReadonlyArray<number>
  readonly availability?: ReadonlyArray<Availability>
  /** Whether tickets are to be had: available or limited. */
  readonly bookable?: ReadonlyArray<boolean>
  readonly pricing?: ReadonlyArray<Pricing>
  readonly availabilityUpdatedAt?: ReadonlyArray<Range>
  /** By code. A code that is no field which the caller may read asks for nothing, like every unknown parameter. */
  readonly fields?: { readonly [code: string]: FieldFilter }
  /** The filters that events without any value meet too (wire.md §6, `missing`). */
  readonly none?: ReadonlyArray<FilterOfNone>
  /** Any of these searches. */
  readonly search?: ReadonlyArray<string>
  /** The least score, or `auto` for where scores drop (wire.md §6, Search). Without `search` it means nothing. */
  readonly threshold?: number | "auto"
}

/** Which events to list: those that are there, tombstones only, or both (service.md, Removal). */
export type RemovedFilter = "without" | "only" | "with"

/** Where a page begins: at the start, after a cursor, or past a number of events. */
export type PageStart =
  | { readonly _tag: "First" }
  | { readonly _tag: "After"; readonly cursor: ReadonlyArray<string> }
  | { readonly _tag: "From"; readonly skip: number }

/** A list of events as it was asked for, before anyone looked at the clock or at who is asking. */
export interface EventQuery extends EventView {
  readonly filter: EventFilter
  readonly removed: RemovedFilter
  /** Each in turn, ties of one being ordered by the next. None: the default, which is the score where there is a search, else the time. */
  readonly sort: ReadonlyArray<EventSort>
  readonly start: PageStart
  /** How many events the page holds at most; 0 asks for the total and the facets alone. */
  readonly size: number
  /** Whether each event says what it was sorted by. */
  readonly includeSort: boolean
  readonly facets: ReadonlyArray<FacetQuery>
  /** The names that parameters were sent under, where these are others than those of the filters. */
  readonly names?: { readonly [filter: string]: string }
}
