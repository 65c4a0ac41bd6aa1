import type { EventState } from "@agenda-engine/core/domain/event/Event"
import { foldText } from "@agenda-engine/core/domain/text/foldText"
import type { AgendaPlan } from "@agenda-engine/core/query/agenda/AgendaPlan"
import { type Condition, type GeoBox, placeFields, type Range, relatives } from "@agenda-engine/core/query/event/Condition"
import { type EventFilter, type FilterName, type FilterValues, nullableFilters } from "@agenda-engine/core/query/event/eventFilters"
import type { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import { eventSorts } from "@agenda-engine/core/query/event/EventSort"
import { planQuery } from "@agenda-engine/core/query/event/planQuery"
import type { OrderKey, OrderValue, PlanStart, QueryPlan, Scope, Segment } from "@agenda-engine/core/query/event/QueryPlan"
import type { Tally } from "@agenda-engine/core/query/event/Tally"
import type { LocationPlan } from "@agenda-engine/core/query/location/LocationPlan"
import type { Audience } from "@agenda-engine/core/record/EventRecord"
import { searchWeights } from "@agenda-engine/core/search/SearchDocument"
import type { KeyWord } from "@agenda-engine/core/search/wordKeys"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Struct from "effect/Struct"
import { availability, cityNames, degrees, instant, keywordNames, numberDimensions, numbers, pools } from "./RecordArbitraries.js"
import { searchValue } from "./SearchArbitraries.js"

/** Lists of these values: mostly one, sometimes several or none. */
const subset = <A>(values: ReadonlyArray<A>): FastCheck.Arbitrary<ReadonlyArray<A>> =>
  FastCheck.oneof(
    { weight: 3, arbitrary: FastCheck.constantFrom(...values).map((value) => [value]) },
    { weight: 1, arbitrary: FastCheck.array(FastCheck.constantFrom(...values), { maxLength: 3 }) }
  )

const range: FastCheck.Arbitrary<Range> = FastCheck.record({
  gte: FastCheck.option(instant, { freq: 3 }),
  lte: FastCheck.option(instant, { freq: 3 })
})

const ranges = FastCheck.array(range, { minLength: 1, maxLength: 2 })

/** Ranges of ages or field numbers. */
const numberRanges = FastCheck.array(
  FastCheck.record({
    gte: FastCheck.option(FastCheck.constantFrom(...numbers), { freq: 3 }),
    lte: FastCheck.option(FastCheck.constantFrom(...numbers), { freq: 3 })
  }),
  { minLength: 1, maxLength: 2 }
)

const box: FastCheck.Arbitrary<GeoBox> = FastCheck.record({
  north: FastCheck.constantFrom(...degrees),
  east: FastCheck.constantFrom(...degrees),
  south: FastCheck.constantFrom(-180, ...degrees),
  west: FastCheck.constantFrom(...degrees)
})

const extId = FastCheck.record({ key: FastCheck.constantFrom("a", "b"), value: FastCheck.constantFrom(...pools.events.map(String)) })

/** The values of each filter that does not depend on the reader or a search. */
const filterValues: {
  readonly [N in Exclude<FilterName, "mine" | "search" | "state" | "threshold">]: FastCheck.Arbitrary<FilterValues[N]>
} = {
  uid: subset([...pools.events, 99]),
  slug: subset(["event-1", "event-2", "renamed-4", "nothing"]),
  extId: FastCheck.array(extId, { maxLength: 3 }),
  originAgendaUid: subset([...pools.agendas, 99]),
  featured: subset([true, false]),
  relative: subset(relatives),
  keyword: subset(keywordNames),
  languages: subset(["fr", "en", "de"]),
  accessibility: subset(["hi", "vi"]),
  locationUid: subset([...pools.locations, 99]),
  adminLevel1: subset(["Bretagne", "occitanie"]),
  adminLevel2: subset(["Finistère"]),
  adminLevel3: subset(["Brest"]),
  adminLevel4: subset(cityNames),
  adminLevel5: subset(["Centre"]),
  adminLevel6: subset(["", "Siam"]),
  countryCode: subset(["FR", "ch"]),
  geo: FastCheck.array(box, { minLength: 1, maxLength: 2 }),
  timings: ranges,
  createdAt: ranges,
  updatedAt: ranges,
  age: numberRanges,
  attendanceMode: subset([1, 2, 3]),
  status: subset([1, 6]),
  availability: FastCheck.array(availability, { maxLength: 4 }),
  bookable: FastCheck.boolean().map((bookable) => [bookable]),
  pricing: subset(["free", "paid"]),
  availabilityUpdatedAt: ranges
}

const filterBy = <N extends keyof typeof filterValues>(name: N): FastCheck.Arbitrary<{ [M in N]?: FilterValues[M] }> =>
  filterValues[name].map((value) => {
    const filter: { [M in N]?: FilterValues[M] } = {}
    filter[name] = value
    return filter
  })

/** One filter. */
const oneFilter: FastCheck.Arbitrary<EventFilter> = FastCheck.oneof(
  ...Struct.keys(filterValues).map(filterBy),
  subset(nullableFilters).map((none) => ({ none }))
)

const searchFilter: FastCheck.Arbitrary<EventFilter> = FastCheck.record({
  search: FastCheck.array(searchValue, { minLength: 1, maxLength: 2 }),
  threshold: FastCheck.constantFrom(0, 0, 0, 1, 5, 16)
})

/** At most two filters at once: with more, results would be empty. */
const filter: FastCheck.Arbitrary<EventFilter> = FastCheck.oneof(
  { weight: 2, arbitrary: FastCheck.constant({}) },
  { weight: 2, arbitrary: oneFilter },
  { weight: 1, arbitrary: searchFilter },
  { weight: 1, arbitrary: FastCheck.tuple(searchFilter, oneFilter).map(([one, other]) => ({ ...one, ...other })) },
  { weight: 4, arbitrary: FastCheck.tuple(oneFilter, oneFilter).map(([one, other]) => ({ ...one, ...other })) }
)

const query: FastCheck.Arbitrary<EventQuery> = FastCheck.record({
  filter,
  removed: FastCheck.constantFrom("without", "without", "without", "with", "with", "only"),
  sort: FastCheck.oneof(
    { weight: 2, arbitrary: FastCheck.constantFrom(...eventSorts).map((sort) => [sort]) },
    { weight: 1, arbitrary: FastCheck.array(FastCheck.constantFrom(...eventSorts), { maxLength: 3 }) }
  ),
  start: FastCheck.constant({ _tag: "First" }),
  size: FastCheck.constantFrom(20, 1, 2, 3, 5, 20, 0),
  detailed: FastCheck.boolean(),
  includeSort: FastCheck.constant(false),
  facets: FastCheck.constant([])
})

/** A reader's rights and the filters that they imply. */
interface Reader {
  readonly audience: Audience
  readonly filter: Pick<EventFilter, "mine" | "state">
  readonly userUid?: number
}

const states = FastCheck.constantFrom<ReadonlyArray<EventState>>([2], [2, 1, 0, -1], [2, 0], [1], [0, -1])

/** Everyone reads published events, privileged readers any states, and contributors any states of their own events. */
const reader: FastCheck.Arbitrary<Reader> = FastCheck.oneof(
  FastCheck.constant<Reader>({ audience: "public", filter: { state: [2] } }),
  states.map((state): Reader => ({ audience: "privileged", filter: { state } })),
  FastCheck.record({
    audience: FastCheck.constantFrom("public" as const, "public" as const, "privileged" as const),
    filter: FastCheck.oneof(FastCheck.constant({ mine: true }), states.map((state) => ({ mine: true, state }))),
    userUid: FastCheck.constantFrom(...pools.contributors)
  })
)

/** Conditions on additional fields. */
const fieldCondition: FastCheck.Arbitrary<Condition> = FastCheck.oneof(
  FastCheck.record({
    _tag: FastCheck.constant("Terms" as const),
    dimension: FastCheck.constantFrom("field:kind" as const, "field:note" as const, "field:none" as const),
    in: subset(["1", "2", "ete", "nothing"]),
    orNone: FastCheck.boolean()
  }),
  FastCheck.record({
    _tag: FastCheck.constant("Numbers" as const),
    dimension: FastCheck.constantFrom(...numberDimensions),
    ranges: numberRanges,
    orNone: FastCheck.boolean()
  })
)

const slotRange = FastCheck.record({ gte: instant, lt: instant })

/** Arbitrary tallies. */
const tally: FastCheck.Arbitrary<Tally> = FastCheck.oneof(
  FastCheck.record({
    _tag: FastCheck.constant("Terms" as const),
    dimension: FastCheck.constantFrom(
      "keyword" as const,
      "language" as const,
      "pricing" as const,
      "field:kind" as const,
      "field:note" as const
    ),
    none: FastCheck.boolean()
  }),
  FastCheck.record({
    _tag: FastCheck.constant("Numbers" as const),
    dimension: FastCheck.constantFrom(...numberDimensions),
    none: FastCheck.boolean()
  }),
  FastCheck.record({ _tag: FastCheck.constant("Place" as const), field: FastCheck.constantFrom(...placeFields) }),
  FastCheck.constantFrom<Tally>(
    { _tag: "Location" },
    { _tag: "Agenda" },
    { _tag: "Status" },
    { _tag: "AttendanceMode" },
    { _tag: "State" },
    { _tag: "Featured" },
    { _tag: "Points" },
    { _tag: "Span" }
  ),
  FastCheck.record({ _tag: FastCheck.constant("Relative" as const), at: instant }),
  FastCheck.record({ _tag: FastCheck.constant("Availability" as const), at: instant, none: FastCheck.boolean() }),
  FastCheck.record({ _tag: FastCheck.constant("SlotBegins" as const), ranges: FastCheck.option(ranges) }),
  FastCheck.record({ _tag: FastCheck.constant("SlotRanges" as const), ranges: FastCheck.array(slotRange, { maxLength: 3 }) })
)

/** Arbitrary order values that an event may have for a key. */
const orderValueOf = (key: OrderKey): FastCheck.Arbitrary<OrderValue> => {
  if (key.startsWith("location.")) return FastCheck.constantFrom(null, "", "fr", "ete", "bretagne", "b\0", ...cityNames.map(foldText))
  if (key === "featured" || key === "ended") return FastCheck.constantFrom(0, 1)
  if (key === "score") return FastCheck.nat(40)
  if (key === "fit") return FastCheck.nat(3)
  if (key === "availabilityUpdatedAt") return FastCheck.option(instant, { freq: 3 })
  return FastCheck.tuple(instant, FastCheck.boolean()).map(([at, isDown]) => key.endsWith("Time") && isDown ? 0 - at : at)
}

/** Values for the order keys of a segment: of a tombstone only the first has one. */
const valuesIn = (segment: Segment | undefined): ReadonlyArray<FastCheck.Arbitrary<OrderValue>> =>
  segment === undefined ?
    [] :
    segment.order.map(({ key }, index) =>
      index === 0 || segment.source === "live" ? orderValueOf(key) : FastCheck.option(orderValueOf(key), { freq: 2 })
    )

/**
 * Arbitrary starts: at the beginning, at an offset, or after a cursor position. An event need not have that position.
 */
const startIn = (plan: QueryPlan): FastCheck.Arbitrary<PlanStart> => {
  const skip = FastCheck.constantFrom(0, 0, 0, 0, 0, 1, 2, 20).map((count): PlanStart => ({ _tag: "Skip", count }))
  if (plan.segments.length === 0) return skip
  const after = FastCheck.nat(plan.segments.length - 1).chain((segment) =>
    FastCheck.record({
      values: FastCheck.tuple(...valuesIn(plan.segments[segment])),
      uid: FastCheck.constantFrom(...pools.events)
    }).map((position): PlanStart => ({ _tag: "After", segment, position }))
  )
  return FastCheck.oneof({ weight: 2, arbitrary: skip }, { weight: 1, arbitrary: after })
}

/** Arbitrary plans that the engine can make, for the agendas of the pool or across all. */
export const queryPlan: FastCheck.Arbitrary<QueryPlan> = FastCheck.record({
  query,
  reader,
  scope: FastCheck.constantFrom<Scope>(
    { _tag: "Agenda", agendaUid: 1 },
    { _tag: "Agenda", agendaUid: 1 },
    { _tag: "Agenda", agendaUid: 1 },
    { _tag: "Agenda", agendaUid: 2 },
    { _tag: "Public", within: null },
    { _tag: "Public", within: [1] },
    { _tag: "Public", within: [2, 3, 99] },
    { _tag: "Public", within: [] }
  ),
  fields: FastCheck.array(fieldCondition, { maxLength: 1 }),
  past_ms_max: FastCheck.constantFrom(null, null, 0, 3_600_000),
  weights: FastCheck.constantFrom(null, null, null, { ...searchWeights, title: 2, place: 0, description: 32 }),
  tallies: FastCheck.array(tally, { maxLength: 3 }),
  now: instant,
  shownAt: instant
}).chain(({ fields, now, past_ms_max, query, reader, scope, shownAt, tallies, weights }) => {
  const { filter, ...rights } = reader
  const context = { ...rights, scope, now, fields, defaultSort: "timings.asc" as const, past_ms_max, weights }
  const { plan } = Either.getOrThrow(planQuery({ ...query, filter: { ...query.filter, ...filter } }, context))
  return startIn(plan).map((start): QueryPlan => ({ ...plan, shownAt, start, tallies }))
})

type AgendaFilter = Partial<Pick<AgendaPlan, "uids" | "slugs" | "official" | "networkUids" | "locationSetUids" | "updatedAt">>

/** At most one filter, because there are few agendas. */
const agendaFilter: FastCheck.Arbitrary<AgendaFilter> = FastCheck.oneof(
  { weight: 6, arbitrary: FastCheck.constant<AgendaFilter>({}) },
  { weight: 1, arbitrary: subset([...pools.agendas, 99]).map((uids) => ({ uids })) },
  { weight: 1, arbitrary: subset(["agenda-1", "agenda-2", "nothing"]).map((slugs) => ({ slugs })) },
  { weight: 1, arbitrary: FastCheck.boolean().map((official) => ({ official })) },
  { weight: 1, arbitrary: subset([1, 2, 99]).map((networkUids) => ({ networkUids })) },
  { weight: 1, arbitrary: subset([5, 6]).map((locationSetUids) => ({ locationSetUids })) },
  { weight: 1, arbitrary: ranges.map((updatedAt) => ({ updatedAt })) }
)

/** Up to two words, each sometimes with a form beside itself. */
const keyWords = (words: ReadonlyArray<string>): FastCheck.Arbitrary<ReadonlyArray<KeyWord>> =>
  FastCheck.array(
    FastCheck.record({ beginning: FastCheck.constantFrom(...words), form: FastCheck.option(FastCheck.constantFrom(...words)) }),
    { maxLength: 2 }
  ).map((chosen) => chosen.map(({ beginning, form }) => ({ beginning, forms: form === null ? [beginning] : [beginning, form] })))

/**
 * Arbitrary agenda searches, from the beginning or after a cursor position. An agenda need not have that position.
 */
export const agendaPlan: FastCheck.Arbitrary<AgendaPlan> = FastCheck.record({
  filter: agendaFilter,
  words: keyWords(["a", "jazz", "ja", "brest", "rest", "ete", "100", "s", "sete", "bretagne"]),
  sort: FastCheck.constantFrom("uid" as const, "relevance" as const, "createdAt" as const, "recentlyAddedEvents" as const),
  recent: FastCheck.tuple(instant, instant).map(([one, other]) => ({ gte: Math.min(one, other), lte: Math.max(one, other) })),
  count: FastCheck.nat(6),
  at: instant,
  afterUid: FastCheck.constantFrom(null, null, 0, 1, 2, 3),
  limit: FastCheck.constantFrom(1, 2, 20, 20, 0)
}).map(({ afterUid, at, count, filter, ...plan }) => {
  const key = plan.sort === "uid" ? 0 : plan.sort === "createdAt" ? at : count
  const noFilter = { uids: null, slugs: null, official: null, networkUids: null, locationSetUids: null, updatedAt: null }
  return { ...noFilter, ...filter, ...plan, after: afterUid === null ? null : { key, uid: afterUid } }
})

/**
 * Arbitrary location lists, from the beginning, at an offset, or after a cursor position. A location need not have
 * that position.
 */
export const locationPlan: FastCheck.Arbitrary<LocationPlan> = FastCheck.record({
  agendaUid: FastCheck.constantFrom(1, 2, 3),
  setUid: FastCheck.constantFrom(null, 5),
  words: keyWords([...cityNames.map(foldText), "market", "%"]),
  states: FastCheck.option(subset([0, 1]), { freq: 3 }),
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
