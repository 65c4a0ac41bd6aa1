import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import * as Effect from "effect/Effect"

/** Maximum number of plans that are tried. */
const tries_max = 200

/** A list without each of its members in turn. */
const withoutEach = <A>(list: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  list.map((_, dropped) => list.filter((_, index) => index !== dropped))

/** Plans that ask a little less than this one. */
const smallerPlans = (plan: QueryPlan): ReadonlyArray<QueryPlan> => [
  ...plan.tallies.length > 1 ? [{ ...plan, tallies: [] }] : [],
  ...withoutEach(plan.tallies).map((tallies) => ({ ...plan, tallies })),
  ...withoutEach(plan.live ?? []).map((live) => ({ ...plan, live })),
  ...plan.removed === null ? [] : [{ ...plan, removed: null }],
  ...withoutEach(plan.removed ?? []).map((removed) => ({ ...plan, removed })),
  ...plan.segments.length > 1 ? withoutEach(plan.segments).map((segments) => ({ ...plan, segments })) : [],
  ...plan.start._tag === "After" || plan.start.count > 0 ? [{ ...plan, start: { _tag: "Skip", count: 0 } as const }] : [],
  ...plan.bodies ? [{ ...plan, bodies: false }] : [],
  ...plan.locations ? [{ ...plan, locations: false }] : []
]

/** A plan, and how a store fails on it. */
export interface FailingPlan<F> {
  readonly plan: QueryPlan
  readonly failure: F
}

/**
 * The smallest plan that still fails, by leaving out one part after the other. `failureOf` is null for a plan that does
 * not fail. Every plan keeps its instants, scope and limit.
 */
export const shrinkPlan = <F, R>(
  first: FailingPlan<F>,
  failureOf: (plan: QueryPlan) => Effect.Effect<F | null, never, R>
): Effect.Effect<FailingPlan<F>, never, R> =>
  Effect.gen(function*() {
    let smallest = first
    let candidates = smallerPlans(first.plan)
    for (let tries = 0; tries < tries_max; tries++) {
      const [next, ...others] = candidates
      if (next === undefined) break
      const failure = yield* failureOf(next)
      if (failure !== null) smallest = { plan: next, failure }
      candidates = failure === null ? others : smallerPlans(next)
    }
    return smallest
  })
