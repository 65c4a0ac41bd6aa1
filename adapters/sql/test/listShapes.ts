import type { EventFilter } from "@agenda-engine/core/query/event/eventFilters"
import type { EventQuery, RemovedFilter } from "@agenda-engine/core/query/event/EventQuery"
import type { EventSort } from "@agenda-engine/core/query/event/EventSort"
import { type PlanContext, planQuery } from "@agenda-engine/core/query/event/planQuery"
import type { OrderValue, PlanStart, QueryPlan, Scope } from "@agenda-engine/core/query/event/QueryPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Statement } from "@effect/sql/Statement"
import * as Either from "effect/Either"
import type { SqlContext } from "../src/fragment/isOneOf.js"
import { compilePlan } from "../src/plan/compilePlan.js"

/** 2031-05-05T12:00:00Z in epoch milliseconds: the current time of every shape. */
export const shapeNow = 1_935_748_800_000

interface Shape {
  readonly sort: EventSort | ReadonlyArray<EventSort>
  readonly scope?: Scope
  readonly filter?: EventFilter
  readonly removed?: RemovedFilter
  readonly start?: PlanStart
}

const readers: PlanContext = {
  scope: { _tag: "Agenda", agendaUid: 1 },
  audience: "public",
  now: shapeNow,
  fields: [],
  defaultSort: "timings.asc",
  past_ms_max: null
}

/** The plan of a reader's list at `shapeNow`. The default scope is agenda 1. */
export const planOf = ({ filter = {}, removed = "without", scope = readers.scope, sort, start }: Shape): QueryPlan => {
  const query: EventQuery = {
    filter,
    removed,
    sort: typeof sort === "string" ? [sort] : sort,
    start: { _tag: "First" },
    size: 20,
    detailed: false,
    includeSort: false,
    facets: []
  }
  const { plan } = Either.getOrThrow(planQuery(query, { ...readers, scope }))
  return start === undefined ? plan : { ...plan, start }
}

/** The start of a page after an event with this value of the segment's first key. */
export const startAfter = (segment: number, value: OrderValue, uid: number): PlanStart => ({
  _tag: "After",
  segment,
  position: { values: [value], uid }
})

/** The scope of all public agendas. */
export const everywhere: Scope = { _tag: "Public", within: null }

/**
 * Plans of a reader's lists, one per shape that has an index. Adapter tests snapshot the compiled SQL and check which
 * index each uses.
 */
export const listShapes = {
  timingsWithFeatured: planOf({ sort: "timingsWithFeatured.asc" }),
  timings: planOf({ sort: "timings.asc" }),
  timingsAfter: planOf({ sort: "timings.asc", start: startAfter(0, shapeNow + 3_600_000, 7) }),
  timingsAfterEnded: planOf({ sort: "timings.asc", start: startAfter(1, shapeNow - 3_600_000, 7) }),
  lastTimingWithFeatured: planOf({ sort: "lastTimingWithFeatured.asc" }),
  lastTiming: planOf({ sort: "lastTiming.asc" }),
  updatedAscending: planOf({ sort: "updatedAt.asc" }),
  updatedDescending: planOf({ sort: "updatedAt.desc" }),
  synchronisation: planOf({
    sort: "updatedAt.asc",
    removed: "with",
    filter: { updatedAt: [{ gte: shapeNow - 86_400_000, lte: null }] },
    start: startAfter(0, shapeNow - 3_600_000, 7)
  }),
  tombstones: planOf({ sort: "timings.asc", removed: "only" }),
  upcoming: planOf({ sort: "timings.asc", filter: { relative: ["upcoming"] } }),
  keyword: planOf({ sort: "timings.asc", filter: { keyword: ["jazz"] } }),
  window: planOf({ sort: "timings.asc", filter: { timings: [{ gte: shapeNow, lte: shapeNow + 86_400_000 }] } }),
  since: planOf({ sort: "timings.asc", filter: { timings: [{ gte: shapeNow, lte: null }] } }),
  languagesSince: planOf({
    sort: "timingsWithFeatured.asc",
    filter: { languages: ["fr", "en"], timings: [{ gte: shapeNow - 86_400_000, lte: null }] }
  }),
  uids: planOf({ sort: "timings.asc", filter: { uid: [7, 8, 9] } }),
  unpublished: planOf({ sort: "timings.asc", filter: { state: [0, 1] } }),
  anyState: planOf({ sort: "updatedAt.desc", filter: { state: [2, 1, 0, -1] } }),
  place: planOf({ sort: "timings.asc", filter: { adminLevel4: ["Brest", "Sète"], status: [1] } }),
  locationsSince: planOf({
    sort: "timingsWithFeatured.asc",
    filter: { locationUid: [4, 5], timings: [{ gte: shapeNow - 86_400_000, lte: null }] }
  }),
  keywordAndPlace: planOf({
    sort: "timingsWithFeatured.asc",
    filter: {
      keyword: ["jazz"],
      adminLevel4: ["Brest"],
      timings: [{ gte: shapeNow, lte: shapeNow + 86_400_000 }],
      relative: ["upcoming"]
    }
  }),
  languageOrNone: planOf({ sort: "timings.asc", filter: { languages: ["fr"], none: ["languages"] } }),
  keywords: planOf({ sort: "timingsWithFeatured.asc", filter: { keyword: ["jazz", "swing"] } }),
  changed: planOf({ sort: "timingsWithFeatured.asc", filter: { updatedAt: [{ gte: shapeNow - 86_400_000, lte: null }] } }),
  createdDescending: planOf({ sort: "createdAt.desc", start: startAfter(0, shapeNow - 3_600_000, 7) }),
  city: planOf({ sort: "location.adminLevel4.asc", start: startAfter(0, "brest", 7) }),
  cityAndTime: planOf({ sort: ["location.adminLevel4.desc", "timings.asc"] }),
  everywhere: planOf({ sort: "timings.asc", scope: everywhere }),
  everywhereUpdated: planOf({ sort: "updatedAt.asc", scope: everywhere }),
  everywhereWithin: planOf({ sort: "timings.asc", scope: { _tag: "Public", within: [1, 2] } })
} as const satisfies { readonly [name: string]: QueryPlan }

/** The name of a list shape. */
export type ListShape = keyof typeof listShapes

/**
 * All statements of a list: the counts, and a page of 21 of each segment, after the plan's position where it has one.
 */
export const compileList = (context: SqlContext, plan: QueryPlan): ReadonlyArray<Statement<Row>> => {
  const compiled = compilePlan(context, plan)
  const keys = plan.segments.map((_, segment) => {
    const position = plan.start._tag === "After" && plan.start.segment === segment ? plan.start.position : null
    return compiled.keys(segment, { position, skip: 0, limit: 21 })
  })
  return [compiled.counts(), ...keys].flatMap((statement) => statement === null ? [] : [statement])
}

/** All statements of a list shape. */
export const compileListShape = (context: SqlContext, shape: ListShape): ReadonlyArray<Statement<Row>> =>
  compileList(context, listShapes[shape])
