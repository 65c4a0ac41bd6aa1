import type { Condition, TombstoneCondition } from "@agenda-engine/core/query/event/Condition"
import type { EventSort } from "@agenda-engine/core/query/event/EventSort"
import type { Order, PlanStart, QueryPlan, SearchResult, Segment } from "@agenda-engine/core/query/event/QueryPlan"
import * as Effect from "effect/Effect"
import { searches } from "../storeCalls.js"
import { noon } from "../testing/SampleRecords.js"

type Half = "notEnded" | "ended"

const timeSegments = (key: "nextBegin" | "lastBegin", featured: boolean | null): ReadonlyArray<Segment> =>
  (["notEnded", "ended"] satisfies ReadonlyArray<Half>).map((endedFilter) =>
    endedFilter === "notEnded"
      ? { source: "live", featured, endedFilter, order: [{ key, direction: "asc" }], ties: "asc" }
      : { source: "live", featured, endedFilter, order: [{ key: "lastEnd", direction: "desc" }], ties: "desc" }
  )

/** The direction of ties in an order: that of its last key, but ascending under a score. */
const tiesOf = (last: Order | undefined): Order["direction"] => last === undefined || last.key === "score" ? "asc" : last.direction

/** One segment of events in this order. */
export const ordered = (
  ...order: ReadonlyArray<Order>
): ReadonlyArray<Segment> => [{ source: "live", featured: null, endedFilter: null, order, ties: tiesOf(order.at(-1)) }]

/** The segments of the sorts by time and change when nothing narrows them, as the engine plans them. */
const segmentsOf = {
  "timingsWithFeatured.asc": [...timeSegments("nextBegin", true), ...timeSegments("nextBegin", false)],
  "timings.asc": timeSegments("nextBegin", null),
  "lastTimingWithFeatured.asc": [...timeSegments("lastBegin", true), ...timeSegments("lastBegin", false)],
  "lastTiming.asc": timeSegments("lastBegin", null),
  "updatedAt.asc": ordered({ key: "updatedAt", direction: "asc" }),
  "updatedAt.desc": ordered({ key: "updatedAt", direction: "desc" })
} as const satisfies { readonly [S in EventSort]?: ReadonlyArray<Segment> }

/** Tombstones in order of uid: the last segment of a time sort that asks for them. */
export const tombstonesLast: Segment = { source: "removed", featured: null, endedFilter: null, order: [], ties: "asc" }

/** Events and tombstones in one order of change. */
export const changes = (direction: Order["direction"]): Segment => ({
  source: "both",
  featured: null,
  endedFilter: null,
  order: [{ key: "updatedAt", direction }],
  ties: direction
})

/** What a case chooses of a plan; the rest is that of a reader without rights who lists agenda 1 at `noon`. */
export interface PlanChoice extends Partial<Omit<QueryPlan, "live">> {
  readonly sort?: keyof typeof segmentsOf
  /** Which states are asked for. Default: published. */
  readonly states?: ReadonlyArray<number>
  /** What else must hold of events. */
  readonly where?: ReadonlyArray<Condition>
  /** Null: no events at all. */
  readonly live?: null
  readonly removed?: ReadonlyArray<TombstoneCondition> | null
}

/** A plan like those that the engine makes. */
export const plan = ({ live, sort = "timingsWithFeatured.asc", states = [2], where = [], ...given }: PlanChoice): QueryPlan => ({
  scope: { _tag: "Agenda", agendaUid: 1 },
  audience: "public",
  asOf: noon,
  shownAt: given.asOf ?? noon,
  live: live === null ? null : [{ _tag: "State", in: states }, ...where],
  removed: null,
  segments: segmentsOf[sort],
  start: { _tag: "Skip", count: 0 },
  limit: 20,
  bodies: false,
  locations: true,
  tallies: [],
  ...given
})

/** The uids of the hits of an answer, tombstones too, in its order. */
export const hitUids = (answer: SearchResult): ReadonlyArray<number> => answer.hits.map(({ position }) => position.uid)

/** Answers a plan with the uids of its hits. */
export const uidsOf = (asked: QueryPlan) => Effect.map(searches((store) => store.search(asked)), hitUids)

/** Where the page after this one starts; null when nothing follows. */
export const startAfter = (answer: SearchResult): PlanStart | null => {
  const last = answer.hits.at(-1)
  return last === undefined || !answer.more ? null : { _tag: "After", segment: last.segment, position: last.position }
}
