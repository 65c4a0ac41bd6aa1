import { type Expectation, listsOf, type Ordered } from "../SpecCase.js"

const next: Ordered = [
  "running",
  "begins-now",
  "soon",
  "tonight",
  "after-midnight",
  "between",
  "july",
  ["august", "august-too"],
  "cancelled",
  "postponed",
  "english",
  "winter",
  "ended-now",
  "ended-today",
  "ended"
]

const last: Ordered = [...next.filter((name) => name !== "soon").slice(0, -3), "soon", "ended-now", "ended-today", "ended"]

const featured = ["between", "july", "ended-today"]

const featuredFirst = (
  order: Ordered
): Ordered => [...featured, ...order.filter((name) => typeof name !== "string" || !featured.includes(name))]

/** The published events of the agenda in the order of each sort by time. */
export const timeOrders = {
  "timings.asc": next,
  "timingsWithFeatured.asc": featuredFirst(next),
  "lastTiming.asc": last,
  "lastTimingWithFeatured.asc": featuredFirst(last)
} as const satisfies { readonly [sort: string]: Ordered }

/** Every published event of the agenda, in the default order. */
export const published = timeOrders["timingsWithFeatured.asc"]

/** The published events as they were made. */
export const madeOrder: Ordered = [
  "ended",
  "ended-today",
  "ended-now",
  "running",
  "begins-now",
  "between",
  "soon",
  "tonight",
  "after-midnight",
  "july",
  "august",
  "august-too",
  "cancelled",
  "postponed",
  "english",
  "winter"
]

/** Without sort: these of the published events in the default order. */
export const finds: (...names: ReadonlyArray<string>) => Expectation = listsOf(published)
