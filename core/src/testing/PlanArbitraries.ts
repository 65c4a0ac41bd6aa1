import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { foldText } from "../domain/foldText.js"
import type { AgendaPlan } from "../query/AgendaPlan.js"
import type { EventFilter, EventQuery, Range, Relative } from "../query/EventQuery.js"
import { eventSorts } from "../query/EventSort.js"
import type { LocationPlan } from "../query/LocationPlan.js"
import { planQuery } from "../query/planQuery.js"
import type { PlanStart, QueryPlan } from "../query/QueryPlan.js"
import type { Audience } from "../record/EventRecord.js"
import { cityNames, instant, keywordNames, pools } from "./RecordArbitraries.js"

/** Mostly one of these values, sometimes several or none. */
const some = <A>(values: ReadonlyArray<A>): FastCheck.Arbitrary<ReadonlyArray<A>> =>
  FastCheck.oneof(
    { weight: 3, arbitrary: FastCheck.constantFrom(...values).map((value) => [value]) },
    { weight: 1, arbitrary: FastCheck.array(FastCheck.constantFrom(...values), { maxLength: 3 }) }
  )

const range: FastCheck.Arbitrary<Range> = FastCheck.record({
  gte: FastCheck.option(instant, { freq: 3 }),
  lte: FastCheck.option(instant, { freq: 3 })
})

const ranges = FastCheck.array(range, { minLength: 1, maxLength: 2 })

/** One filter. */
const oneFilter: FastCheck.Arbitrary<EventFilter> = FastCheck.oneof(
  some([...pools.events, 99]).map((uid) => ({ uid })),
  some(["event-1", "event-2", "renamed-4", "nothing"]).map((slug) => ({ slug })),
  some([true, false]).map((featured) => ({ featured })),
  some<Relative>(["passed", "current", "upcoming"]).map((relative) => ({ relative })),
  some(keywordNames).map((keyword) => ({ keyword })),
  some([...pools.locations, 99]).map((locationUid) => ({ locationUid })),
  some(["Bretagne", "occitanie"]).map((adminLevel1) => ({ place: { adminLevel1 } })),
  some(cityNames).map((adminLevel4) => ({ place: { adminLevel4 } })),
  ranges.map((timings) => ({ timings })),
  ranges.map((updatedAt) => ({ updatedAt })),
  some([1, 2, 3]).map((attendanceMode) => ({ attendanceMode })),
  some([1, 6]).map((status) => ({ status }))
)

/** At most two filters at once: more leave nothing to compare. */
const filter: FastCheck.Arbitrary<EventFilter> = FastCheck.oneof(
  { weight: 1, arbitrary: FastCheck.constant({}) },
  { weight: 1, arbitrary: oneFilter },
  { weight: 2, arbitrary: FastCheck.tuple(oneFilter, oneFilter).map(([one, other]) => ({ ...one, ...other })) }
)

const query: FastCheck.Arbitrary<EventQuery> = FastCheck.record({
  filter,
  removed: FastCheck.constantFrom("without", "without", "without", "with", "with", "only"),
  sort: FastCheck.constantFrom(...eventSorts).map((sort) => [sort]),
  start: FastCheck.constant({ _tag: "First" }),
  size: FastCheck.constantFrom(20, 1, 2, 3, 5, 20, 0),
  detailed: FastCheck.boolean(),
  includeSort: FastCheck.constant(false),
  facets: FastCheck.constant([])
})

/** Who asks: everybody may read what is published, the privileged any states. */
const reader: FastCheck.Arbitrary<{ readonly audience: Audience; readonly state: ReadonlyArray<number> }> = FastCheck.oneof(
  FastCheck.constant({ audience: "public" as const, state: [2] }),
  FastCheck.constantFrom([2], [2, 1, 0, -1], [2, 0], [1], [0, -1]).map((state) => ({ audience: "privileged" as const, state }))
)

/** A start at the beginning, past some events, or behind some place, whether an event stands there or not. */
const startIn = (plan: QueryPlan): FastCheck.Arbitrary<PlanStart> => {
  const skip = FastCheck.constantFrom(0, 0, 0, 0, 0, 1, 2, 20).map((count): PlanStart => ({ _tag: "Skip", count }))
  if (plan.segments.length === 0) return skip
  const behind = FastCheck.record({
    segment: FastCheck.nat(plan.segments.length - 1),
    at: instant,
    uid: FastCheck.constantFrom(...pools.events)
  }).map(({ at, segment, uid }): PlanStart => ({
    _tag: "Behind",
    segment,
    position: { values: (plan.segments[segment]?.order ?? []).map(({ key }) => key.startsWith("location.") ? null : at), uid }
  }))
  return FastCheck.oneof({ weight: 2, arbitrary: skip }, { weight: 1, arbitrary: behind })
}

/** Any plan that the engine can make, of the agendas of the pool or across all. */
export const queryPlan: FastCheck.Arbitrary<QueryPlan> = FastCheck.record({
  query,
  reader,
  scope: FastCheck.constantFrom(
    { _tag: "Agenda", agendaUid: 1 } as const,
    { _tag: "Agenda", agendaUid: 1 } as const,
    { _tag: "Agenda", agendaUid: 2 } as const,
    { _tag: "Public", within: null } as const
  ),
  now: instant,
  shownAt: instant
}).chain(({ now, query, reader, scope, shownAt }) => {
  const context = { scope, audience: reader.audience, now, fields: [], defaultSort: "timings.asc" as const, past_ms_max: null }
  const { plan } = Either.getOrThrow(planQuery({ ...query, filter: { ...query.filter, state: reader.state } }, context))
  return startIn(plan).map((start): QueryPlan => ({ ...plan, shownAt, start }))
})

type AgendaFilter = Partial<Pick<AgendaPlan, "uids" | "slugs" | "official" | "networkUids" | "locationSetUids" | "updatedAt">>

/** At most one filter: agendas are few. */
const agendaFilter: FastCheck.Arbitrary<AgendaFilter> = FastCheck.oneof(
  { weight: 6, arbitrary: FastCheck.constant<AgendaFilter>({}) },
  { weight: 1, arbitrary: some([...pools.agendas, 99]).map((uids) => ({ uids })) },
  { weight: 1, arbitrary: some(["agenda-1", "agenda-2", "nothing"]).map((slugs) => ({ slugs })) },
  { weight: 1, arbitrary: FastCheck.boolean().map((official) => ({ official })) },
  { weight: 1, arbitrary: some([1, 2, 99]).map((networkUids) => ({ networkUids })) },
  { weight: 1, arbitrary: some([5, 6]).map((locationSetUids) => ({ locationSetUids })) },
  { weight: 1, arbitrary: ranges.map((updatedAt) => ({ updatedAt })) }
)

/** Any search of agendas, from the beginning or behind some place, whether an agenda stands there or not. */
export const agendaPlan: FastCheck.Arbitrary<AgendaPlan> = FastCheck.record({
  filter: agendaFilter,
  words: FastCheck.uniqueArray(FastCheck.constantFrom("a", "jazz", "ja", "brest", "rest", "ete", "100", "s", "sete", "bretagne"), {
    maxLength: 2
  }),
  sort: FastCheck.constantFrom("uid" as const, "relevance" as const, "createdAt" as const, "recentlyAddedEvents" as const),
  recent: FastCheck.tuple(instant, instant).map(([one, other]) => ({ gte: Math.min(one, other), lte: Math.max(one, other) })),
  count: FastCheck.nat(6),
  at: instant,
  afterUid: FastCheck.constantFrom(null, null, 0, 1, 2, 3),
  limit: FastCheck.constantFrom(1, 2, 20, 20, 0)
}).map(({ afterUid, at, count, filter, ...plan }) => {
  const key = plan.sort === "uid" ? 0 : plan.sort === "createdAt" ? at : count
  const nothing = { uids: null, slugs: null, official: null, networkUids: null, locationSetUids: null, updatedAt: null }
  return { ...nothing, ...filter, ...plan, after: afterUid === null ? null : { key, uid: afterUid } }
})

/** Any list of locations, from the beginning, past some, or behind some place, whether a location stands there or not. */
export const locationPlan: FastCheck.Arbitrary<LocationPlan> = FastCheck.record({
  agendaUid: FastCheck.constantFrom(1, 2, 3),
  setUid: FastCheck.constantFrom(null, 5),
  words: FastCheck.uniqueArray(FastCheck.constantFrom(...cityNames.map(foldText), "market", "%"), { maxLength: 2 }),
  states: FastCheck.option(some([0, 1]), { freq: 3 }),
  createdAt: FastCheck.option(ranges, { freq: 3 }),
  updatedAt: FastCheck.option(ranges, { freq: 3 }),
  sort: FastCheck.record({
    key: FastCheck.constantFrom("name" as const, "createdAt" as const, "updatedAt" as const),
    direction: FastCheck.constantFrom("asc" as const, "desc" as const)
  }),
  after: FastCheck.option(FastCheck.record({
    name: FastCheck.constantFrom(...cityNames.map(foldText)),
    createdAt: instant,
    updatedAt: instant,
    uid: FastCheck.constantFrom(...pools.locations, 99)
  })),
  skip: FastCheck.nat(3),
  limit: FastCheck.constantFrom(1, 2, 20, 0)
}).map((plan) => ({ ...plan, skip: plan.after === null ? plan.skip : 0 }))
