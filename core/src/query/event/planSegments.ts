import type { Relative } from "./Condition.js"
import { onlyOne } from "./eventFilters.js"
import type { EventQuery } from "./EventQuery.js"
import { changeKeys, type EventSort, isTimeSort, type LocationSortField, type TimeSort } from "./EventSort.js"
import type { Order, OrderKey, Segment } from "./QueryPlan.js"

/** The ended filters that can match events, given the `relative` filter. */
const endedFiltersOf = (relative: ReadonlyArray<Relative> | undefined): ReadonlyArray<"notEnded" | "ended"> => {
  if (relative === undefined) return ["notEnded", "ended"]
  return [
    ...(relative.includes("upcoming") || relative.includes("current") ? ["notEnded" as const] : []),
    ...(relative.includes("passed") ? ["ended" as const] : [])
  ]
}

interface TimeOrder {
  readonly featured: boolean
  /** Sort key of events that have not ended. */
  readonly next: "nextBegin" | "lastBegin"
  /** Sort key of all events, ended ones included. */
  readonly both: "nextTime" | "lastTime"
}

const timeOrders: { readonly [S in TimeSort]: TimeOrder } = {
  "timingsWithFeatured.asc": { featured: true, next: "nextBegin", both: "nextTime" },
  "timings.asc": { featured: false, next: "nextBegin", both: "nextTime" },
  "lastTimingWithFeatured.asc": { featured: true, next: "lastBegin", both: "lastTime" },
  "lastTiming.asc": { featured: false, next: "lastBegin", both: "lastTime" }
}

const timeSegments = ({ filter }: EventQuery, { featured, next }: TimeOrder): ReadonlyArray<Segment> => {
  const only = onlyOne(filter.featured)
  const parts = !featured ? [null] : only === null ? [true, false] : [only]
  return parts.flatMap((featured) =>
    endedFiltersOf(filter.relative).map((endedFilter): Segment => ({
      source: "live",
      featured,
      endedFilter,
      ...(endedFilter === "notEnded"
        ? { order: [{ key: next, direction: "asc" }], ties: "asc" }
        : { order: [{ key: "lastEnd", direction: "desc" }], ties: "desc" })
    }))
  )
}

const isPlaceKey = (key: string): key is `location.${LocationSortField}` => key.startsWith("location.")

/** The sort keys of a sort when several sorts are combined; one per explained key. */
const ordersOf = (sort: EventSort): ReadonlyArray<Order> => {
  if (isTimeSort(sort)) {
    const { both, featured } = timeOrders[sort]
    return [
      ...(featured ? [{ key: "featured", direction: "desc" } as const] : []),
      { key: "ended", direction: "asc" },
      { key: both, direction: "asc" }
    ]
  }
  if (sort === "score") return [{ key: "score", direction: "desc" }]
  const end = sort.lastIndexOf(".")
  const key = sort.slice(0, end)
  const direction = sort.slice(end + 1) === "desc" ? "desc" : "asc"
  const changed = changeKeys.find((one) => one === key)
  if (changed !== undefined) return [{ key: changed, direction }]
  return isPlaceKey(key) ? [{ key, direction }] : []
}

/**
 * The order of search results: by score, then by fit, then as by time. Combined sorts use the score alone, because the
 * next of them orders equal scores.
 */
const relevance: ReadonlyArray<Order> = [
  { key: "score", direction: "desc" },
  { key: "fit", direction: "desc" },
  { key: "ended", direction: "asc" },
  { key: "nextTime", direction: "asc" }
]

/** Whether a list is ordered by relevance, of which only the score is explained. */
export const isByRelevance = (sorts: ReadonlyArray<EventSort>): boolean => sorts.length === 1 && sorts[0] === "score"

/** The direction of the uids of ties: that of the last sort (wire.md §6, Sorts). `score` has none, and ascends. */
const tiesOf = (sorts: ReadonlyArray<EventSort>): Segment["ties"] => {
  const last = sorts.at(-1) ?? "score"
  return isTimeSort(last) ? "asEnded" : last.endsWith(".desc") ? "desc" : "asc"
}

const live = (order: ReadonlyArray<Order>, ties: Segment["ties"]): Segment => ({
  source: "live",
  featured: null,
  endedFilter: null,
  order,
  ties
})

/** Tombstones in a list that gives them no order. They have not ended. */
const uidOnly = (ties: Segment["ties"]): Segment => ({
  source: "removed",
  featured: null,
  endedFilter: null,
  order: [],
  ties: ties === "desc" ? "desc" : "asc"
})

const isChangeOrder = ([first]: ReadonlyArray<Order>): boolean => first?.key === "updatedAt"

/** Segments of live events; a single sort by time is split into index ranges. */
const liveSegments = (query: EventQuery, sorts: ReadonlyArray<EventSort>): ReadonlyArray<Segment> => {
  const [sort, ...others] = sorts
  if (isByRelevance(sorts)) return [live(relevance, "asc")]
  return sort !== undefined && others.length === 0 && isTimeSort(sort)
    ? timeSegments(query, timeOrders[sort])
    : [live(sorts.flatMap(ordersOf), tiesOf(sorts))]
}

/** Segments of a list that is counted but not shown: unordered live events and tombstones. */
export const countedSegments = (removed: EventQuery["removed"]): ReadonlyArray<Segment> => [
  ...(removed === "only" ? [] : [live([], "asc")]),
  ...(removed === "without" ? [] : [uidOnly("asc")])
]

/**
 * Segments of a list. Tombstones come last, except in a list by `updatedAt`, where they are merged (wire.md §5,
 * Removal).
 */
export const planSegments = (query: EventQuery, sorts: ReadonlyArray<EventSort>): ReadonlyArray<Segment> => {
  const segments = liveSegments(query, sorts)
  const order = segments[0]?.order ?? []
  const byChange = isChangeOrder(order)
  const ties = tiesOf(sorts)
  switch (query.removed) {
    case "without":
      return segments
    case "only":
      return [byChange ? { ...uidOnly(ties), order } : uidOnly(ties)]
    case "with":
      return byChange ? segments.map((segment): Segment => ({ ...segment, source: "both" })) : [...segments, uidOnly(ties)]
  }
}

const keyNames: { readonly [K in Exclude<OrderKey, `location.${LocationSortField}`>]: string } = {
  nextBegin: "firstTiming",
  nextTime: "firstTiming",
  lastBegin: "lastTiming",
  lastTime: "lastTiming",
  lastEnd: "lastTiming",
  featured: "featured",
  ended: "relative",
  updatedAt: "updatedAt",
  createdAt: "createdAt",
  availabilityUpdatedAt: "availabilityUpdatedAt",
  score: "search",
  fit: "search"
}

/** The name of a sort key in explained sorts (service.md, includeSort). */
export const nameOfKey = (key: OrderKey): string => isPlaceKey(key) ? key : keyNames[key]

/** The sort keys that explain some sorts, in order (service.md, includeSort). */
export const explainingOrders = (sorts: ReadonlyArray<EventSort>): ReadonlyArray<Order> => sorts.flatMap(ordersOf)
