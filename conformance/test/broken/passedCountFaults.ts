import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { PlanCounts, QueryPlan, SearchResult } from "@agenda-engine/core/query/event/QueryPlan"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { breaking, broken, type BrokenStore } from "./BrokenStore.js"

const totalOf = ({ segments }: PlanCounts): number => segments.reduce((sum, count) => sum + count, 0)

/** The memory stores with another answer to searches with known counts. */
const knowing = (change: (answer: SearchResult, counts: PlanCounts, plan: QueryPlan) => SearchResult): Layer.Layer<Stores> =>
  breaking(EventSearch, (store) => ({
    search: (plan, known) =>
      Effect.map(store.search(plan, known), (answer) => known?.counts === undefined ? answer : change(answer, known.counts, plan))
  }))

/** Stores with faults in searches with known counts. */
export const passedCountFaults: ReadonlyArray<BrokenStore> = [
  {
    fault: "takes known counts for those of what follows the start",
    caughtBy: ["search.known-counts.every-start"],
    layer: knowing((answer, counts, { start }) => ({ ...answer, total: totalOf(counts) - (start._tag === "Skip" ? start.count : 0) }))
  },
  {
    fault: "leaves the tallies out when counts are known",
    caughtBy: ["search.known-counts.every-start", "search.known-counts.of-any-page"],
    layer: knowing((answer) => ({ ...answer, tallies: [] }))
  },
  {
    fault: "takes the known counts of the last segment for those of the list",
    caughtBy: ["search.known-counts.every-start", "search.known-counts.of-any-page"],
    layer: knowing((answer, { segments }) => ({ ...answer, segments: segments.slice(-1) }))
  },
  {
    fault: "trusts known counts",
    caughtBy: ["search.known-counts.overtaken"],
    layer: knowing((answer, { segments, tallies }) => ({ ...answer, segments, tallies, total: totalOf({ segments, tallies }) }))
  },
  broken("passes cached revisions to `check.isCurrent`", ["search.check.current"], EventSearch, (store) => ({
    search: (plan, known) => {
      known?.check?.isCurrent(known.check.revisions)
      return store.search(plan, known)
    }
  })),
  broken("returns the segments of the page as counts", ["search.known-counts.of-any-page", "search.page.limit"], EventSearch, (store) => ({
    search: (plan, known) =>
      Effect.map(store.search(plan, known), (answer) => ({
        ...answer,
        segments: plan.segments.map((_, number) => answer.hits.filter(({ segment }) => segment === number).length)
      }))
  }))
]
