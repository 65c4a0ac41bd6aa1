import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import type { TopicRevisions } from "@agenda-engine/core/ports/RevisionStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { EventHit, QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { breaking, type BrokenStore } from "./BrokenStore.js"

/** The memory stores with a cache of hits, without a look at the revisions of the state that is searched. */
const caching = (keyOf: (uid: number, plan: QueryPlan, read: TopicRevisions) => ReadonlyArray<unknown>): Layer.Layer<Stores> =>
  breaking(EventSearch, (store) => {
    const cached = new Map<string, Pick<EventHit, "body" | "head" | "next">>()
    return {
      search: (plan, known) =>
        Effect.map(store.search(plan, known), (result) => {
          const read = known?.read ?? null
          return read === null ? result : {
            ...result,
            hits: result.hits.map((hit) => {
              if (hit._tag === "Tombstone") return hit
              const key = JSON.stringify(keyOf(hit.head.uid, plan, read))
              const { body, head, next } = cached.get(key) ?? hit
              cached.set(key, { body, head, next })
              return { ...hit, body, head, next }
            })
          }
        })
    }
  })

/** Stores with faults in the cache of records. */
export const recordCacheFaults: ReadonlyArray<BrokenStore> = [
  {
    fault: "caches records without comparing revisions",
    caughtBy: ["search.revisions.follow", "search.revisions.overtaken", "search.revisions.own-writes"],
    layer: caching((uid, { bodies, shownAt }) => [uid, bodies, shownAt])
  },
  {
    fault: "compares the revisions of the caller instead of those of the state that it searches",
    caughtBy: ["search.revisions.overtaken", "search.revisions.own-writes"],
    layer: caching((uid, { bodies, shownAt }, { revisions }) => [uid, bodies, shownAt, revisions])
  },
  {
    fault: "caches records without the instant and the form of the plan",
    caughtBy: ["search.revisions.apart"],
    layer: caching((uid, _plan, { revisions }) => [uid, revisions])
  }
]
