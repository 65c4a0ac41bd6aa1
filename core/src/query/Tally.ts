import type { Dimension } from "../record/EventRecord.js"
import type { PlaceField, Range } from "./EventQuery.js"

/** What of the events that match a plan is counted, as data. Tombstones are not counted. Instants are epoch milliseconds. */
export type Tally =
  /** By the terms of a dimension. `none`: events without a term of it are counted too, under null. */
  | { readonly _tag: "Terms"; readonly dimension: Dimension; readonly none: boolean }
  /** By the number of a dimension; likewise. */
  | { readonly _tag: "Numbers"; readonly dimension: Dimension; readonly none: boolean }
  /** By a text of their location; null: no location, or none such. */
  | { readonly _tag: "Place"; readonly field: PlaceField }
  /** By the uid of their location; null: no location. */
  | { readonly _tag: "Location" }
  /** By the uid of their agenda. */
  | { readonly _tag: "Agenda" }
  | { readonly _tag: "Status" }
  | { readonly _tag: "AttendanceMode" }
  | { readonly _tag: "State" }
  /** 1 featured, 0 not. */
  | { readonly _tag: "Featured" }
  /** By where they stand in time at this instant: a `Relative`. */
  | { readonly _tag: "Relative"; readonly at: number }
  /** By where their tickets stand at this instant: an `Availability`. `none`: as above. */
  | { readonly _tag: "Availability"; readonly at: number; readonly none: boolean }
  /** By where their location is, of those whose location says both coordinates. */
  | { readonly _tag: "Points" }
  /** The begin of the first slot of all and the end of the last. */
  | { readonly _tag: "Span" }
  /** Slots, not events, by the instant at which they begin, of those that begin within one of these ranges; null: whenever they begin. */
  | { readonly _tag: "SlotBegins"; readonly ranges: ReadonlyArray<Range> | null }
  /** By which of these ranges, by its place in the list, some slot of theirs begins in; an event may be in several. */
  | { readonly _tag: "SlotRanges"; readonly ranges: ReadonlyArray<{ readonly gte: number; readonly lt: number }> }

/** How many events, or slots, have a value. Where values are spelled, there is one count for each value and spelling. */
export interface Count {
  readonly value: number | string | null
  /** Null where the value is not a text, or is none. */
  readonly spelling: string | null
  /** At least 1. */
  readonly count: number
}

/** How many events are at a place. Degrees. */
export interface PointCount {
  readonly latitude: number
  readonly longitude: number
  readonly count: number
}

/** The answer to a `Tally`; lists in any order. */
export type TallyAnswer =
  | { readonly _tag: "Counts"; readonly counts: ReadonlyArray<Count> }
  | { readonly _tag: "Points"; readonly points: ReadonlyArray<PointCount> }
  /** Null: there are no events. */
  | { readonly _tag: "Span"; readonly span: { readonly first: number; readonly last: number } | null }
