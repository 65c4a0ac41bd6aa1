import type { Interval } from "../../domain/event/Timing.js"
import type { AggregateAvailability } from "../../domain/ticketing/Ticketing.js"
import type { Audience, EventBody, EventHead, Tombstone } from "../../record/EventRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import type { Condition, TombstoneCondition } from "./Condition.js"
import type { Direction, LocationSortField } from "./EventSort.js"
import type { Tally, TallyAnswer } from "./Tally.js"

/** The agendas that a plan covers. */
export type Scope =
  | { readonly _tag: "Agenda"; readonly agendaUid: number }
  /** All public, indexed agendas; restricted to these uids unless null. */
  | { readonly _tag: "Public"; readonly within: ReadonlyArray<number> | null }

/**
 * How the tombstones of a list depend on stored events.
 *
 * `listedStates`: the listed states, `published` among them. An event in another state that has a public tombstone was
 * published once; it is listed as a tombstone at its last change. Null: no event becomes a tombstone.
 *
 * `contributorUid`: the list contains only the events of this contributor. Tombstones for the contributor are merged
 * with those of `audience`, one per event. Stored tombstones of the contributor's existing events are not listed. Null:
 * the list contains events of every contributor.
 */
export interface TombstoneRule {
  readonly listedStates: ReadonlyArray<number> | null
  readonly contributorUid: number | null
}

/**
 * Sort key of events. Values are numbers, except `location.…` (folded text or null) and `availabilityUpdatedAt` (number
 * or null). Nulls sort last in both directions.
 *
 * - `nextBegin`: begin of the first slot with `end > asOf`.
 * - `lastBegin`, `lastEnd`: begin and end of the last slot.
 * - `featured`: 1 or 0.
 * - `ended`: 1 when no slot ends after `asOf`, else 0.
 * - `nextTime`, `lastTime`: `nextBegin` and `lastBegin` of an event that has not ended; the negated `lastEnd` of an
 *   ended event.
 * - `updatedAt`: last change of an event, `removedAt` of a tombstone. Tombstones have no value for any other key.
 * - `score`: score of the search of the plan, 0 without a search.
 * - `fit`: how closely the event fits that search (`fitOf`), 0 without a search.
 * - `availabilityUpdatedAt`: last change of availability.
 * - `location.…`: a text of the location.
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
  | "fit"
  | `location.${LocationSortField}`

/** A sort key with its direction. Texts are compared by code point. */
export interface Order {
  readonly key: OrderKey
  readonly direction: Direction
}

/** An index range of a plan: a subset of the matching records in one order. */
export interface Segment {
  /** Live events, tombstones, or both merged into one order, which then starts with `updatedAt`. */
  readonly source: "live" | "removed" | "both"
  /** True: featured events; false: other events; null: both. Null for tombstones. */
  readonly featured: boolean | null
  /**
   * `notEnded`: events with a slot that ends after `asOf`; `ended`: the other events; null: both. Null for tombstones.
   */
  readonly endedFilter: "notEnded" | "ended" | null
  /** Keys in order of precedence. Ties, and all records when empty, are ordered by uid. */
  readonly order: ReadonlyArray<Order>
  /**
   * Direction of the uids of ties. `asEnded`: descending for ended events, else ascending. The order then has the key
   * `ended`.
   */
  readonly ties: Direction | "asEnded"
}

/** Value of a record for a sort key. */
export type OrderValue = number | string | null

/** A position in a segment: just after the record with these values and uid. */
export interface Position {
  /** One value per key of the order of the segment. */
  readonly values: ReadonlyArray<OrderValue>
  readonly uid: number
}

/** Start of a page: after a position in a segment, or at an offset from the first record. */
export type PlanStart =
  | { readonly _tag: "After"; readonly segment: number; readonly position: Position }
  | { readonly _tag: "Skip"; readonly count: number }

/**
 * An event list as data, executed by adapters. It contains no function, no SQL and no relative time; it can be printed,
 * compared, cloned with `structuredClone` and serialized as JSON.
 *
 * Meaning: select the events of `scope` that satisfy every condition of `live` (null: no events). Add the tombstones of
 * `audience` that satisfy every condition of `removed` (null: no tombstones). Concatenate the segments, each in its
 * order, begin at `start`, and stop after `limit`. `interpretPlan` is the executable definition.
 */
export interface QueryPlan {
  readonly scope: Scope
  /** Audience whose tombstones are listed. It does not restrict events; the conditions do. */
  readonly audience: Audience
  /** The instant at which events count as ended or not, and are ordered. */
  readonly asOf: number
  /** The instant at which `next` and `availability` of each hit are computed. */
  readonly shownAt: number
  readonly live: ReadonlyArray<Condition> | null
  readonly removed: ReadonlyArray<TombstoneCondition> | null
  /** Absent: all stored tombstones of `audience` are listed, independent of stored events. */
  readonly tombstones?: TombstoneRule
  readonly segments: ReadonlyArray<Segment>
  readonly start: PlanStart
  /** Maximum number of hits; 0 returns only the total and the tallies. */
  readonly limit: number
  /** Whether hits include their body. */
  readonly bodies: boolean
  /** Whether the result includes the locations of the hits. */
  readonly locations: boolean
  /** Counts over all matching events, independent of the page. */
  readonly tallies: ReadonlyArray<Tally>
}

/** A matching event with its position. */
export interface EventHit {
  readonly _tag: "Event"
  readonly segment: number
  readonly position: Position
  readonly head: EventHead
  /** Null unless the plan requests bodies. */
  readonly body: EventBody | null
  /** The first slot with `end > shownAt`; null when there is none. */
  readonly next: Interval | null
  /** Aggregate ticket availability at `shownAt`; null without offers and availability rows. */
  readonly availability: AggregateAvailability | null
}

/** A matching tombstone with its position. */
export interface TombstoneHit {
  readonly _tag: "Tombstone"
  readonly segment: number
  readonly position: Position
  readonly tombstone: Tombstone
}

/** The counts of a plan. They do not depend on `start`, `limit`, `shownAt`, `bodies` and `locations`. */
export interface PlanCounts {
  /** Number of hits of each segment on all pages, in the order of the plan. */
  readonly segments: ReadonlyArray<number>
  /** One per tally of the plan, in the same order. */
  readonly tallies: ReadonlyArray<TallyAnswer>
}

/** Result of a plan. */
export interface SearchResult extends PlanCounts {
  /** In the order of the plan. */
  readonly hits: ReadonlyArray<EventHit | TombstoneHit>
  /** The locations of the hits, without duplicates, in any order; empty unless the plan requests them. */
  readonly locations: ReadonlyArray<LocationRecord>
  /** Number of matching events and tombstones, independent of the page: the sum of `segments`. */
  readonly total: number
  /** Whether records follow the last hit; false when `limit` is 0. */
  readonly more: boolean
}
