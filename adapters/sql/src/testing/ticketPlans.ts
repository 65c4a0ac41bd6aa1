import type { QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import type { Tally } from "@agenda-engine/core/query/Tally"
import type { Row } from "@effect/sql/SqlConnection"
import type { Statement } from "@effect/sql/Statement"
import { compileTallies } from "../compileTally.js"
import type { Words } from "../isOneOf.js"
import { behind, compileList, everywhere, planOf, shapeNow } from "./listShapes.js"

const sort = "timings.asc"

const since = { availabilityUpdatedAt: [{ gte: shapeNow - 3_600_000, lte: null }] }

const tallied = (none: boolean): ReadonlyArray<Tally> => [
  { _tag: "Availability", at: shapeNow, none },
  { _tag: "Terms", dimension: "pricing", none }
]

/**
 * The lists that ask for tickets, as plans: one of every filter, sort and facet, alone and in the shapes that matter. For the tests of SQL
 * adapters: what each compiles to, and which index it walks.
 */
export const ticketPlans = {
  changedAscending: planOf({ sort: "availabilityUpdatedAt.asc" }),
  changedDescending: planOf({ sort: "availabilityUpdatedAt.desc" }),
  changedEverywhere: planOf({ sort: "availabilityUpdatedAt.asc", scope: everywhere }),
  changedBefore: planOf({ sort, filter: { availabilityUpdatedAt: [{ gte: null, lte: shapeNow - 3_600_000 }] } }),
  poll: planOf({ sort: "availabilityUpdatedAt.asc", filter: since }),
  pollBehind: planOf({
    sort: "availabilityUpdatedAt.asc",
    filter: { availabilityUpdatedAt: [{ gte: shapeNow - 86_400_000, lte: null }] },
    start: behind(0, shapeNow - 3_600_000, 7)
  }),
  soldOut: planOf({ sort, filter: { availability: ["soldOut"] } }),
  bookable: planOf({ sort, filter: { bookable: [true] } }),
  notBookable: planOf({ sort, filter: { bookable: [false] } }),
  bookableEverywhere: planOf({ sort, scope: everywhere, filter: { bookable: [true] } }),
  costless: planOf({ sort, filter: { pricing: ["free"] } }),
  costlessOrNone: planOf({ sort, filter: { pricing: ["free"], none: ["pricing"] } }),
  costlessEverywhere: planOf({ sort, scope: everywhere, filter: { pricing: ["free"] } }),
  counted: { ...planOf({ sort }), tallies: tallied(false) },
  countedWithNone: { ...planOf({ sort }), tallies: tallied(true) },
  countedEverywhere: { ...planOf({ sort, scope: everywhere }), tallies: tallied(false) }
} as const satisfies { readonly [name: string]: QueryPlan }

/** Names a list that asks for tickets. */
export type TicketPlan = keyof typeof ticketPlans

/** Every statement that such a list takes: its counts, a page of each segment, and one for each facet. */
export const compileTicketPlan = (words: Words, name: TicketPlan): ReadonlyArray<Statement<Row>> => {
  const plan = ticketPlans[name]
  return [...compileList(words, plan), ...(compileTallies(words, plan) ?? []).map(({ statement }) => statement)]
}
