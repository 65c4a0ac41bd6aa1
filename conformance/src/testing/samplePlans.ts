import type { PlanData } from "@agenda-engine/core/query/event/PlanData"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import * as FastCheck from "effect/FastCheck"
import { beginning } from "./History.js"
import { queryPlan } from "./PlanArbitraries.js"
import { event, location } from "./RecordArbitraries.js"

const lastOfEach = <A extends { readonly record: { readonly uid: number } }>(all: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(all.map((one) => [one.record.uid, one])).values()
]

/** Random records of the pool and `plans` random plans over them; deterministic per seed. */
export const samplePlans = (
  { plans, seed }: { readonly plans: number; readonly seed: number }
): { readonly data: PlanData; readonly plans: ReadonlyArray<QueryPlan> } => ({
  data: {
    ...beginning,
    events: lastOfEach(FastCheck.sample(event, { numRuns: 100, seed })),
    locations: lastOfEach([...beginning.locations, ...FastCheck.sample(location, { numRuns: 20, seed })])
  },
  plans: FastCheck.sample(queryPlan, { numRuns: plans, seed })
})
