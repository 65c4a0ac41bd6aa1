import type { EventView } from "./EventView.js"

/** A range of instants in epoch milliseconds, both ends included; null leaves an end open. */
export interface Range {
  readonly gte: number | null
  readonly lte: number | null
}

/** Where an event stands in time (service.md, `relative`): every slot ended, none begun, or the rest. */
export type Relative = "passed" | "current" | "upcoming"

/** The administrative levels that events are filtered by, through their location. */
export type PlaceField = "adminLevel1" | "adminLevel2" | "adminLevel3" | "adminLevel4" | "adminLevel5" | "adminLevel6"

/**
 * What a list of events is narrowed by (service.md, filters; wire.md §6). Every member holds (AND); the values of one are alternatives (OR)
 * but for `keyword`, of which all must be there. An absent member does not narrow. Text is as it was asked, not folded.
 */
export interface EventFilter {
  readonly uid?: ReadonlyArray<number>
  readonly slug?: ReadonlyArray<string>
  readonly state?: ReadonlyArray<number>
  readonly featured?: ReadonlyArray<boolean>
  readonly relative?: ReadonlyArray<Relative>
  readonly keyword?: ReadonlyArray<string>
  readonly locationUid?: ReadonlyArray<number>
  readonly place?: { readonly [F in PlaceField]?: ReadonlyArray<string> }
  /** Some slot begins within one of these ranges. */
  readonly timings?: ReadonlyArray<Range>
  readonly updatedAt?: ReadonlyArray<Range>
  readonly attendanceMode?: ReadonlyArray<number>
  readonly status?: ReadonlyArray<number>
}

/** The orders of a list of events (service.md, sort values). */
export const eventSorts = [
  "timingsWithFeatured.asc",
  "timings.asc",
  "lastTimingWithFeatured.asc",
  "lastTiming.asc",
  "updatedAt.desc",
  "updatedAt.asc"
] as const
/** One order of a list of events. */
export type EventSort = (typeof eventSorts)[number]

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
  readonly sort: EventSort
  readonly start: PageStart
  /** How many events the page holds at most; 0 asks for the total alone. */
  readonly size: number
  /** Whether each event says what it was sorted by. */
  readonly includeSort: boolean
}
