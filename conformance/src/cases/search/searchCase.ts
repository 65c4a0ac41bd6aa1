import { compareCodePoints } from "@agenda-engine/core/domain/text/compareCodePoints"
import type { IndexedEvent, PlanData } from "@agenda-engine/core/query/event/PlanData"
import type { PlanCounts, QueryPlan, SearchResult } from "@agenda-engine/core/query/event/QueryPlan"
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
import { shrinkPlan } from "./shrinkPlan.js"

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
 * and of counts is free. `counts`: known counts that the store gets.
 */
export const compareMeaning = (what: string, plan: QueryPlan, given: PlanData, counts?: PlanCounts) =>
  Effect.flatMap(
    searches((store) => store.search(plan, counts === undefined ? {} : { counts })),
    (answer) => expectEqual(what, settled(answer), settled(interpretPlan(plan, given)))
  )

/** `compareMeaning`, which on a difference asks ever smaller plans and shows the smallest that differs, as code. */
export const expectMeaning = (what: string, plan: QueryPlan, given: PlanData, counts?: PlanCounts) =>
  Effect.catchTag(compareMeaning(what, plan, given, counts), "ConformanceFailure", (failure) =>
    Effect.gen(function*() {
      const smallest = yield* shrinkPlan({ plan, failure }, (asked) =>
        Effect.match(compareMeaning(what, asked, given, counts), {
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
