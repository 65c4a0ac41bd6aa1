import { EventStore } from "@agenda-engine/core/ports/EventStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { QueryPlan, SearchResult } from "@agenda-engine/core/query/event/QueryPlan"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { breaking, type BrokenStore } from "./BrokenStore.js"

type Counts = Pick<SearchResult, "tallies" | "total">

/** The memory stores with counts that are known for ever, by what `nameOf` says of a plan. */
const knowing = (nameOf: (plan: QueryPlan) => string): Layer.Layer<Stores> =>
  breaking(EventStore, (store) => {
    const known = new Map<string, Counts>()
    return {
      search: (plan) =>
        Effect.map(store.search(plan), (answer) => {
          if (plan.topics === undefined || plan.topics.length === 0) return answer
          const name = nameOf(plan)
          const { tallies, total } = known.get(name) ?? answer
          known.set(name, { tallies, total })
          return { ...answer, tallies, total }
        })
    }
  })

/** The stores that know counts which are not so. */
export const knownCountFaults: ReadonlyArray<BrokenStore> = [
  {
    fault: "knows counts without a look at what has changed",
    caughtBy: ["search.topics.follow", "search.topics.own-writes"],
    layer: knowing(({ asOf, live, scope, segments, tallies }) => JSON.stringify([asOf, live, scope, segments, tallies]))
  },
  {
    fault: "knows one count for all questions about an agenda",
    caughtBy: ["search.topics.apart"],
    layer: knowing(({ scope }) => JSON.stringify(scope))
  }
]
