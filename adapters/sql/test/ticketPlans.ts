import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import type { Tally } from "@agenda-engine/core/query/event/Tally"
import type { SqlContext } from "@agenda-engine/sql/fragment/isOneOf"
import { compileTallies } from "@agenda-engine/sql/plan/compileTally"
import type { Row } from "@effect/sql/SqlConnection"
import type { Statement } from "@effect/sql/Statement"
import { compileList, everywhere, planOf, shapeNow, startAfter } from "./listShapes.js"

const sort = "timings.asc"

const since = { availabilityUpdatedAt: [{ gte: shapeNow - 3_600_000, lte: null }] }

const ticketTallies = (none: boolean): ReadonlyArray<Tally> => [
  { _tag: "Availability", at: shapeNow, none },
  { _tag: "Terms", dimension: "pricing", none }
]

/**
 * Plans of ticket lists: every filter, sort and facet, alone and combined. Adapter tests check which index each
 * statement uses.
 */
export const ticketPlans = {
  changedAscending: planOf({ sort: "availabilityUpdatedAt.asc" }),
  changedDescending: planOf({ sort: "availabilityUpdatedAt.desc" }),
  changedEverywhere: planOf({ sort: "availabilityUpdatedAt.asc", scope: everywhere }),
  changedBefore: planOf({ sort, filter: { availabilityUpdatedAt: [{ gte: null, lte: shapeNow - 3_600_000 }] } }),
  poll: planOf({ sort: "availabilityUpdatedAt.asc", filter: since }),
  pollAfter: planOf({
    sort: "availabilityUpdatedAt.asc",
    filter: { availabilityUpdatedAt: [{ gte: shapeNow - 86_400_000, lte: null }] },
    start: startAfter(0, shapeNow - 3_600_000, 7)
  }),
  soldOut: planOf({ sort, filter: { availability: ["soldOut"] } }),
  bookable: planOf({ sort, filter: { bookable: [true] } }),
  notBookable: planOf({ sort, filter: { bookable: [false] } }),
  bookableEverywhere: planOf({ sort, scope: everywhere, filter: { bookable: [true] } }),
  costless: planOf({ sort, filter: { pricing: ["free"] } }),
  costlessOrNone: planOf({ sort, filter: { pricing: ["free"], none: ["pricing"] } }),
  costlessEverywhere: planOf({ sort, scope: everywhere, filter: { pricing: ["free"] } }),
  counted: { ...planOf({ sort }), tallies: ticketTallies(false) },
  countedWithNone: { ...planOf({ sort }), tallies: ticketTallies(true) },
  countedEverywhere: { ...planOf({ sort, scope: everywhere }), tallies: ticketTallies(false) }
} as const satisfies { readonly [name: string]: QueryPlan }

/** The name of a ticket plan. */
export type TicketPlan = keyof typeof ticketPlans

/** All statements of a ticket plan: counts, one page per segment, and one per tally. */
export const compileTicketPlan = (context: SqlContext, name: TicketPlan): ReadonlyArray<Statement<Row>> => {
  const plan = ticketPlans[name]
  return [...compileList(context, plan), ...(compileTallies(context, plan) ?? []).map(({ statement }) => statement)]
}
