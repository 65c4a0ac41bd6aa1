import type { Interval } from "../domain/Timing.js"
import type { Audience, EventBody, EventHead, Tombstone } from "../record/EventRecord.js"
import type { LocationRecord } from "../record/LocationRecord.js"
import type { PlaceField, Range, Relative } from "./EventQuery.js"

/** Which events a plan looks at. */
export type Scope =
  | { readonly _tag: "Agenda"; readonly agendaUid: number }
  /** Every agenda that is public and indexed. */
  | { readonly _tag: "Public" }

/** One thing that holds of an event. Values are alternatives, but for `Keyword`; texts are folded; instants are epoch milliseconds. */
export type Condition =
  | { readonly _tag: "Uid"; readonly in: ReadonlyArray<number> }
  | { readonly _tag: "Slug"; readonly in: ReadonlyArray<string> }
  | { readonly _tag: "State"; readonly in: ReadonlyArray<number> }
  | { readonly _tag: "Featured"; readonly is: boolean }
  | { readonly _tag: "Status"; readonly in: ReadonlyArray<number> }
  | { readonly _tag: "AttendanceMode"; readonly in: ReadonlyArray<number> }
  | { readonly _tag: "LocationUid"; readonly in: ReadonlyArray<number> }
  /** The event's location has one of these at this level. */
  | { readonly _tag: "Place"; readonly field: PlaceField; readonly in: ReadonlyArray<string> }
  /** The event has every one of these keywords. */
  | { readonly _tag: "Keyword"; readonly all: ReadonlyArray<string> }
  /** At this instant the event is one of these. Passed: `last.end <= at`. Upcoming: `first.begin > at`. Current: neither. */
  | { readonly _tag: "Relative"; readonly in: ReadonlyArray<Relative>; readonly at: number }
  /** Some slot begins within one of these ranges. */
  | { readonly _tag: "Timings"; readonly ranges: ReadonlyArray<Range> }
  /** The last change lies within one of these ranges. */
  | { readonly _tag: "UpdatedAt"; readonly ranges: ReadonlyArray<Range> }

/** What tombstones can be asked for; `UpdatedAt` compares their `removedAt`. */
export type TombstoneCondition = Extract<Condition, { readonly _tag: "Uid" | "UpdatedAt" }>

/**
 * What events are ordered by.
 * `nextBegin`: begin of the first slot not ended (`end > asOf`); `lastBegin`, `lastEnd`: of the last slot;
 * `updatedAt`: of an event its last change, of a tombstone its `removedAt`; `uid`: nothing but the tie-breaker.
 */
export type OrderKey = "nextBegin" | "lastBegin" | "lastEnd" | "updatedAt" | "uid"

/** One index range of a plan: some of the matching events, in one order. Ties are broken by ascending uid. */
export interface Segment {
  /** Events that are there, tombstones, or both merged in one order (`updatedAt` only). */
  readonly source: "live" | "removed" | "both"
  /** Featured events, the others, or (null) both; null for tombstones. */
  readonly featured: boolean | null
  /** Events with a slot not ended at `asOf`, those with none, or (null) both; null for tombstones. */
  readonly half: "notEnded" | "ended" | null
  readonly key: OrderKey
  readonly direction: "asc" | "desc"
}

/** A place in a segment: just behind the event with this key and uid. */
export interface Position {
  /** The value of the segment's order key; the uid again under `uid`. */
  readonly key: number
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
  /** The instant at which `next` of each hit is taken. */
  readonly shownAt: number
  readonly live: ReadonlyArray<Condition> | null
  readonly removed: ReadonlyArray<TombstoneCondition> | null
  readonly segments: ReadonlyArray<Segment>
  readonly start: PlanStart
  /** How many hits at most; 0 is answered with the total alone. */
  readonly limit: number
  /** Whether hits carry their body. */
  readonly bodies: boolean
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
  /** The locations of the hits, each once, in any order. */
  readonly locations: ReadonlyArray<LocationRecord>
  /** How many events and tombstones match in all, wherever the page starts. */
  readonly total: number
  /** Whether anything follows the last hit; false when `limit` is 0. */
  readonly more: boolean
}
