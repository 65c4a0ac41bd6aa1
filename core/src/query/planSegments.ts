import type { EventFilter, EventQuery, Relative } from "./EventQuery.js"
import { changeKeys, type EventSort, isTimeSort, type PlaceOrder, type TimeSort } from "./EventSort.js"
import type { Order, OrderKey, Segment } from "./QueryPlan.js"

/** The one value of a filter that narrows; null where both or none are asked for. */
const onlyOne = (asked: EventFilter["featured"]): boolean | null => {
  const [value, ...others] = new Set(asked ?? [])
  return value === undefined || others.length > 0 ? null : value
}

/** Which halves can hold anything, given where in time the events stand that are asked for. */
const halvesOf = (relative: ReadonlyArray<Relative> | undefined): ReadonlyArray<"notEnded" | "ended"> => {
  if (relative === undefined) return ["notEnded", "ended"]
  return [
    ...(relative.includes("upcoming") || relative.includes("current") ? ["notEnded" as const] : []),
    ...(relative.includes("passed") ? ["ended" as const] : [])
  ]
}

interface TimeOrder {
  readonly featured: boolean
  /** The key of the half that has not ended. */
  readonly next: "nextBegin" | "lastBegin"
  /** The key of both halves in one. */
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
    halvesOf(filter.relative).map((half): Segment => ({
      source: "live",
      featured,
      half,
      order: [half === "notEnded" ? { key: next, direction: "asc" } : { key: "lastEnd", direction: "desc" }]
    }))
  )
}

const isPlaceKey = (key: string): key is `location.${PlaceOrder}` => key.startsWith("location.")

/** The orders that one of several sorts stands for: one for each key that explains it. */
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

const live = (order: ReadonlyArray<Order>): Segment => ({ source: "live", featured: null, half: null, order })

const uidOnly: Segment = { source: "removed", featured: null, half: null, order: [] }

const isChangeOrder = ([first]: ReadonlyArray<Order>): boolean => first?.key === "updatedAt"

/** What is there, in the order of one sort: ranges of indexes for the sorts by time. */
const liveSegments = (query: EventQuery, sorts: ReadonlyArray<EventSort>): ReadonlyArray<Segment> => {
  const [sort, ...others] = sorts
  return sort !== undefined && others.length === 0 && isTimeSort(sort)
    ? timeSegments(query, timeOrders[sort])
    : [live(sorts.flatMap(ordersOf))]
}

/** The segments of a list that is counted and not shown: what is there, and tombstones, in no order. */
export const countedSegments = (removed: EventQuery["removed"]): ReadonlyArray<Segment> => [
  ...(removed === "only" ? [] : [live([])]),
  ...(removed === "without" ? [] : [uidOnly])
]

/** The segments of a list. Tombstones come last, but for a list by change first, into which they are merged (wire.md §5, Removal). */
export const planSegments = (query: EventQuery, sorts: ReadonlyArray<EventSort>): ReadonlyArray<Segment> => {
  const segments = liveSegments(query, sorts)
  const order = segments[0]?.order ?? []
  const byChange = isChangeOrder(order)
  switch (query.removed) {
    case "without":
      return segments
    case "only":
      return [byChange ? { ...uidOnly, order } : uidOnly]
    case "with":
      return byChange ? segments.map((segment): Segment => ({ ...segment, source: "both" })) : [...segments, uidOnly]
  }
}

const keyNames: { readonly [K in Exclude<OrderKey, `location.${PlaceOrder}`>]: string } = {
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
  score: "search"
}

/** What an order key is called where sorts are explained (service.md, includeSort). */
export const nameOfKey = (key: OrderKey): string => isPlaceKey(key) ? key : keyNames[key]

/** The keys that explain some sorts, one for each order that they stand for when several are asked for (service.md, includeSort). */
export const explainingOrders = (sorts: ReadonlyArray<EventSort>): ReadonlyArray<Order> => sorts.flatMap(ordersOf)
