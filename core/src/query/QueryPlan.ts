import type { AggregateAvailability } from "../domain/AggregateAvailability.js"
import type { Availability } from "../domain/Ticketing.js"
import type { Interval } from "../domain/Timing.js"
import type { Audience, Dimension, EventBody, EventHead, Tombstone } from "../record/EventRecord.js"
import type { LocationRecord } from "../record/LocationRecord.js"
import type { SearchPlan } from "../text/SearchPlan.js"
import type { Direction } from "./Direction.js"
import type { GeoBox, PlaceField, Range, Relative } from "./EventQuery.js"
import type { PlaceOrder } from "./EventSort.js"
import type { Tally, TallyAnswer } from "./Tally.js"

/** Which events a plan looks at. */
export type Scope =
  | { readonly _tag: "Agenda"; readonly agendaUid: number }
  /** Every agenda that is public and indexed, of these uids only unless null. */
  | { readonly _tag: "Public"; readonly within: ReadonlyArray<number> | null }

/**
 * One thing that holds of an event. Values are alternatives, but for `AllTerms`; texts are folded; instants are epoch milliseconds. `orNone`:
 * it also holds of an event that has no value at all.
 */
export type Condition =
  | { readonly _tag: "Uid"; readonly in: ReadonlyArray<number> }
  | { readonly _tag: "Slug"; readonly in: ReadonlyArray<string> }
  | { readonly _tag: "ExtId"; readonly in: ReadonlyArray<{ readonly key: string; readonly value: string }> }
  | { readonly _tag: "Agenda"; readonly in: ReadonlyArray<number> }
  | { readonly _tag: "State"; readonly in: ReadonlyArray<number> }
  | { readonly _tag: "Contributor"; readonly is: number }
  | { readonly _tag: "Featured"; readonly is: boolean }
  | { readonly _tag: "Status"; readonly in: ReadonlyArray<number> }
  | { readonly _tag: "AttendanceMode"; readonly in: ReadonlyArray<number> }
  | { readonly _tag: "LocationUid"; readonly in: ReadonlyArray<number>; readonly orNone: boolean }
  /** The event's location has one of these texts. */
  | { readonly _tag: "Place"; readonly field: PlaceField; readonly in: ReadonlyArray<string>; readonly orNone: boolean }
  /** The event's location has coordinates in one of these boxes. */
  | { readonly _tag: "Geo"; readonly boxes: ReadonlyArray<GeoBox> }
  /** The event has one of these terms. */
  | { readonly _tag: "Terms"; readonly dimension: Dimension; readonly in: ReadonlyArray<string>; readonly orNone: boolean }
  /** The event has every one of these terms. */
  | { readonly _tag: "AllTerms"; readonly dimension: Dimension; readonly all: ReadonlyArray<string> }
  /** The event has a number within one of these ranges. */
  | { readonly _tag: "Numbers"; readonly dimension: Dimension; readonly ranges: ReadonlyArray<Range>; readonly orNone: boolean }
  /** The event's ages, a null end of which is open, meet one of these ranges: `max >= gte` and `min <= lte`. Never where it has none. */
  | { readonly _tag: "Age"; readonly ranges: ReadonlyArray<Range> }
  /** At this instant the event is one of these. Passed: `last.end <= at`. Upcoming: `first.begin > at`. Current: neither. */
  | { readonly _tag: "Relative"; readonly in: ReadonlyArray<Relative>; readonly at: number }
  /** At this instant the tickets of all its slots together stand like one of these. */
  | { readonly _tag: "Availability"; readonly in: ReadonlyArray<Availability>; readonly at: number; readonly orNone: boolean }
  /** Some slot begins within one of these ranges. */
  | { readonly _tag: "Timings"; readonly ranges: ReadonlyArray<Range> }
  /** The last slot ends at this instant or later. */
  | { readonly _tag: "EndsFrom"; readonly gte: number }
  | { readonly _tag: "CreatedAt"; readonly ranges: ReadonlyArray<Range> }
  /** The last change lies within one of these ranges. */
  | { readonly _tag: "UpdatedAt"; readonly ranges: ReadonlyArray<Range> }
  /** The last change of its availability lies within one of these ranges. Never where there was none. */
  | { readonly _tag: "AvailabilityUpdatedAt"; readonly ranges: ReadonlyArray<Range> }
  /** `scoreDocument` gives the event, with the place of its location, this score or more. A plan has at most one. */
  | { readonly _tag: "Search"; readonly search: SearchPlan; readonly least: number }

/** What tombstones can be asked for; `UpdatedAt` compares their `removedAt`. */
export type TombstoneCondition = Extract<Condition, { readonly _tag: "Uid" | "UpdatedAt" }>

/**
 * How the tombstones of a list depend on the events that are there. `listedStates`: published among them. An event in
 * another state that has a tombstone for everybody, so was published once, is listed as a tombstone of its last change. Null: no event is.
 * `contributorUid`: the list shows the events of this contributor alone. Tombstones for the contributor are then listed beside those of
 * `audience`, each event once; of an event of theirs that is there no stored tombstone is. Null: the list shows everybody's events.
 */
export interface TombstoneRule {
  readonly listedStates: ReadonlyArray<number> | null
  readonly contributorUid: number | null
}

/**
 * What events are ordered by; all are numbers but those of locations, which are texts or null, and `availabilityUpdatedAt`, a number or null.
 * `nextBegin`: begin of the first slot not ended (`end > asOf`); `lastBegin`, `lastEnd`: of the last slot;
 * `featured`: 1 or 0; `ended`: 1 when no slot is left at `asOf`, else 0;
 * `nextTime`, `lastTime`: `nextBegin`, `lastBegin` of an event that has not ended, the negated `lastEnd` of one that has;
 * `updatedAt`: of an event its last change, of a tombstone its `removedAt`, which has no value for any other key; `score`: what the plan's search gives it, 0 without one;
 * `availabilityUpdatedAt`: its last change of availability; `location.…`: a text of its location, folded; either is null where there is none,
 * which comes last whatever the direction.
 */
export type OrderKey =
  | "nextBegin"
  | "lastBegin"
  | "lastEnd"
  | "featured"
  | "ended"
  | "nextTime"
  | "lastTime"
  | "updatedAt"
  | "createdAt"
  | "availabilityUpdatedAt"
  | "score"
  | `location.${PlaceOrder}`

/** One thing that events are ordered by. Texts are compared by code point. */
export interface Order {
  readonly key: OrderKey
  readonly direction: Direction
}

/** One index range of a plan: some of the matching events, in one order. */
export interface Segment {
  /** Events that are there, tombstones, or both merged in one order (by `updatedAt` first). */
  readonly source: "live" | "removed" | "both"
  /** Featured events, the others, or (null) both; null for tombstones. */
  readonly featured: boolean | null
  /** Events with a slot not ended at `asOf`, those with none, or (null) both; null for tombstones. */
  readonly half: "notEnded" | "ended" | null
  /** Each in turn; what is equal in all, and everything where there is none, comes in ascending order of uid. */
  readonly order: ReadonlyArray<Order>
}

/** What an event has for a key of its segment's order. */
export type OrderValue = number | string | null

/** A place in a segment: just behind the event with these values and uid. */
export interface Position {
  /** One for each key of the segment's order. */
  readonly values: ReadonlyArray<OrderValue>
  readonly uid: number
}

/** Where a plan starts to read: behind a place in one of its segments, or past a number of events from the first on. */
export type PlanStart =
  | { readonly _tag: "Behind"; readonly segment: number; readonly position: Position }
  | { readonly _tag: "Skip"; readonly count: number }

/**
 * A list of events as data: what an adapter answers. It holds no function, no SQL and no relative time, prints, compares and
 * survives `structuredClone` and JSON. Read it as: of the events of `scope` that meet every condition of `live` (null: none are asked for)
 * and the tombstones of `audience` that meet every condition of `removed` (null: likewise), take the segments in order and the
 * events of each in its order, begin at `start`, and stop after `limit`. `interpretPlan` is its meaning, executable.
 */
export interface QueryPlan {
  readonly scope: Scope
  /** Whose tombstones are listed. Which events are is said by the conditions. */
  readonly audience: Audience
  /** The instant at which events are put into halves and ordered. */
  readonly asOf: number
  /** The instant at which `next` and `availability` of each hit are taken. */
  readonly shownAt: number
  readonly live: ReadonlyArray<Condition> | null
  readonly removed: ReadonlyArray<TombstoneCondition> | null
  /** Absent: the stored tombstones of `audience` are listed, whatever events are there. */
  readonly tombstones?: TombstoneRule
  readonly segments: ReadonlyArray<Segment>
  readonly start: PlanStart
  /** How many hits at most; 0 is answered with the total and the tallies alone. */
  readonly limit: number
  /** Whether hits carry their body. */
  readonly bodies: boolean
  /** Whether the answer carries the locations of the hits. */
  readonly locations: boolean
  /** What of all matching events is counted, wherever the page starts. */
  readonly tallies: ReadonlyArray<Tally>
  /**
   * Whatever the total, the tallies and what the hits and their locations show depend on, as topics of the `RevisionStore`: a store may know
   * them from before while these did not move. Absent: it is not known, and all is counted and read.
   */
  readonly topics?: ReadonlyArray<string>
}

/** An event in an answer, with where it stood. */
export interface EventHit {
  readonly _tag: "Event"
  readonly segment: number
  readonly position: Position
  readonly head: EventHead
  /** Null unless the plan asks for bodies. */
  readonly body: EventBody | null
  /** The first slot with `end > shownAt`, or null. */
  readonly next: Interval | null
  /** Where its tickets stand at `shownAt`; null where it has neither offers nor a row of availability. */
  readonly availability: AggregateAvailability | null
}

/** A tombstone in an answer, with where it stood. */
export interface TombstoneHit {
  readonly _tag: "Tombstone"
  readonly segment: number
  readonly position: Position
  readonly tombstone: Tombstone
}

/** What an adapter answers to a plan. */
export interface SearchAnswer {
  /** In the plan's order. */
  readonly hits: ReadonlyArray<EventHit | TombstoneHit>
  /** The locations of the hits, each once, in any order; none unless the plan asks for them. */
  readonly locations: ReadonlyArray<LocationRecord>
  /** How many events and tombstones match in all, wherever the page starts. */
  readonly total: number
  /** Whether anything follows the last hit; false when `limit` is 0. */
  readonly more: boolean
  /** One for each tally of the plan, in its order. */
  readonly tallies: ReadonlyArray<TallyAnswer>
}
