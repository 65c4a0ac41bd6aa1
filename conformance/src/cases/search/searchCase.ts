import { compareCodePoints } from "@agenda-engine/core/domain/text/compareCodePoints"
import type { KnownSearch } from "@agenda-engine/core/ports/event/EventSearch"
import type { IndexedEvent, PlanData } from "@agenda-engine/core/query/event/PlanData"
import type { QueryPlan, SearchResult } from "@agenda-engine/core/query/event/QueryPlan"
import type { TallyAnswer } from "@agenda-engine/core/query/event/Tally"
import { interpretPlan } from "@agenda-engine/core/query/interpret/interpretPlan"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { codeOf } from "../../codeOf.js"
import { ConformanceFailure, isConformanceFailure } from "../../ConformanceFailure.js"
import { expectEqual } from "../../expect.js"
import { fill, searches, type World, world } from "../../storeCalls.js"
import { sampleAgenda } from "../../testing/SampleRecords.js"
import { written } from "../../written.js"
import { hitUids } from "../plans.js"

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
interface FailingPlan<F> {
  readonly plan: QueryPlan
  readonly failure: F
}

/**
 * The smallest plan that still fails, by leaving out one part after the other. `failureOf` is null for a plan that does
 * not fail. Every plan keeps its instants, scope and limit.
 */
const shrinkPlan = <F, R>(
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

const sorted = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...list].sort((left, right) => compareCodePoints(written(left), written(right)))

const sortedTally = (tally: TallyAnswer): TallyAnswer => {
  switch (tally._tag) {
    case "Counts":
      return { ...tally, counts: sorted(tally.counts) }
    case "Points":
      return { ...tally, points: sorted(tally.points) }
    case "Span":
      return tally
  }
}

/** An answer with the lists in order whose order is free. */
const settled = (answer: SearchResult): SearchResult => ({
  ...answer,
  locations: sorted(answer.locations),
  tallies: answer.tallies.map(sortedTally)
})

/** Fails unless these are the counts of some tallies, in any order. */
export const expectCounts = (what: string, actual: ReadonlyArray<TallyAnswer>, expected: ReadonlyArray<TallyAnswer>) =>
  expectEqual(what, actual.map(sortedTally), expected.map(sortedTally))

/**
 * Fails unless a store answers a plan as `interpretPlan` does over what it was filled with; the order of `locations`
 * and of counts is free. `known`: what the store gets beside the plan.
 */
export const compareMeaning = (what: string, plan: QueryPlan, given: PlanData, known: KnownSearch = {}) =>
  Effect.flatMap(
    searches((store) => store.search(plan, known)),
    (answer) => expectEqual(what, settled(answer), settled(interpretPlan(plan, given)))
  )

/** `compareMeaning`, which on a difference asks ever smaller plans and shows the smallest that differs, as code. */
export const expectMeaning = (what: string, plan: QueryPlan, given: PlanData, known: KnownSearch = {}) =>
  Effect.catchTag(compareMeaning(what, plan, given, known), "ConformanceFailure", (failure) =>
    Effect.gen(function*() {
      const smallest = yield* shrinkPlan({ plan, failure }, (asked) =>
        Effect.match(compareMeaning(what, asked, given, known), {
          onFailure: (failure) => isConformanceFailure(failure) ? failure : null,
          onSuccess: () => null
        }))
      const { actual, expected } = smallest.failure
      return yield* new ConformanceFailure({
        what: `${what}; the smallest plan that differs:\n${codeOf(smallest.plan)}`,
        expected,
        actual
      })
    }))

/** What one search case fills the store with and asks of it. */
export interface SearchCase {
  readonly given: Partial<World> & { readonly events: ReadonlyArray<IndexedEvent> }
  readonly plan: QueryPlan
  /** The uids of the answer, in order, as a person reads them off the specification. */
  readonly uids: ReadonlyArray<number>
}

/**
 * A case that fills a store, asks one plan, and demands first these uids and then the whole answer of `interpretPlan`.
 */
export const search = (id: string, clause: string, title: string, { given, plan, uids }: SearchCase): Case =>
  demand(id, clause, title)(function*() {
    const filled = world({ agendas: [sampleAgenda(1), sampleAgenda(2)], ...given })
    yield* fill(filled)
    const answer = yield* searches((store) => store.search(plan))
    yield* expectEqual("the uids, in order", hitUids(answer), uids)
    yield* expectMeaning("the whole answer", plan, filled)
  })
