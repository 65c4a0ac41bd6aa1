import type { Condition, Order, QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import { listShapes, shapeNow } from "./listShapes.js"

const { timings, updatedAscending } = listShapes

const inOrder = (direction: Order["direction"], since: number | null): QueryPlan => ({
  ...updatedAscending,
  live: [
    ...updatedAscending.live ?? [],
    ...(since === null ? [] : [{ _tag: "AvailabilityUpdatedAt" as const, ranges: [{ gte: since, lte: null }] }])
  ],
  segments: [{ source: "live", featured: null, half: null, order: [{ key: "availabilityUpdatedAt", direction }] }]
})

const asking = (condition: Condition): QueryPlan => ({ ...timings, live: [...timings.live ?? [], condition] })

const bookable = asking({ _tag: "Availability", in: ["available", "limited"], at: shapeNow, orNone: false })

/** The lists that ask for tickets, as plans: for the tests of SQL adapters, of which index each walks. */
export const ticketPlans = {
  changedAscending: inOrder("asc", null),
  changedDescending: inOrder("desc", null),
  poll: inOrder("asc", shapeNow - 3_600_000),
  pollBehind: {
    ...inOrder("asc", shapeNow - 86_400_000),
    start: { _tag: "Behind", segment: 0, position: { values: [shapeNow - 3_600_000], uid: 7 } }
  },
  bookable,
  notBookable: asking({ _tag: "Availability", in: ["soldOut", "unknown"], at: shapeNow, orNone: true }),
  counted: { ...timings, tallies: [{ _tag: "Availability", at: shapeNow, none: false }] }
} as const satisfies { readonly [name: string]: QueryPlan }
