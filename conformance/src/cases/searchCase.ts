import { interpretPlan } from "@agenda-engine/core/query/interpretPlan"
import type { IndexedEvent, PlanData } from "@agenda-engine/core/query/PlanData"
import type { QueryPlan, SearchAnswer } from "@agenda-engine/core/query/QueryPlan"
import { sampleAgenda } from "@agenda-engine/core/testing/SampleRecords"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../Case.js"
import { expectEqual } from "../expect.js"
import { events, fill, type World, world } from "../storeCalls.js"
import { hitUids } from "./plans.js"

const inOrderOfUid = (answer: SearchAnswer): SearchAnswer => ({
  ...answer,
  locations: [...answer.locations].sort((left, right) => left.uid - right.uid)
})

/** Fails unless a store answers a plan as `interpretPlan` does over what it was filled with; the order of `locations` is free. */
export const expectMeaning = (what: string, plan: QueryPlan, given: PlanData) =>
  Effect.flatMap(
    events((store) => store.search(plan)),
    (answer) => expectEqual(what, inOrderOfUid(answer), inOrderOfUid(interpretPlan(plan, given)))
  )

/** What one search case fills the store with and asks of it. */
export interface SearchCase {
  readonly given: Partial<World> & { readonly events: ReadonlyArray<IndexedEvent> }
  readonly plan: QueryPlan
  /** The uids of the answer, in order, as a person reads them off the specification. */
  readonly uids: ReadonlyArray<number>
}

/** A case that fills a store, asks one plan, and demands first these uids and then the whole answer of `interpretPlan`. */
export const search = (id: string, clause: string, title: string, { given, plan, uids }: SearchCase): Case =>
  demand(
    id,
    clause,
    title,
    Effect.gen(function*() {
      const filled = world({ agendas: [sampleAgenda(1), sampleAgenda(2)], ...given })
      yield* fill(filled)
      const answer = yield* events((store) => store.search(plan))
      yield* expectEqual("the uids, in order", hitUids(answer), uids)
      yield* expectMeaning("the whole answer", plan, filled)
    })
  )
