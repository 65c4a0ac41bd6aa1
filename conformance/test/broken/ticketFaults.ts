import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import type { SearchResult } from "@agenda-engine/core/query/event/QueryPlan"
import type { SearchDocument } from "@agenda-engine/core/record/SearchDocument"
import * as Effect from "effect/Effect"
import { breaking, broken, type BrokenStore } from "./BrokenStore.js"

const search: SearchDocument = { languages: [], title: "", keywords: "", description: "", longDescription: "" }

/** The stores that break what is kept, shown and found of tickets. */
export const ticketFaults: ReadonlyArray<BrokenStore> = [
  {
    fault: "evaluates availability at the instant of the order",
    caughtBy: ["search.condition.availability.before", "search.condition.availability.after", "search.tally.availability"],
    layer: breaking(EventSearch, (store) => ({
      search: (plan) =>
        store.search({
          ...plan,
          live: plan.live?.map((condition) => condition._tag === "Availability" ? { ...condition, at: plan.asOf } : condition) ?? null,
          tallies: plan.tallies.map((tally) => tally._tag === "Availability" ? { ...tally, at: plan.asOf } : tally)
        })
    }))
  },
  {
    fault: "orders events whose availability never changed first in descending order",
    caughtBy: ["search.order.availability-updated.desc"],
    layer: breaking(EventSearch, (store) => ({
      search: (plan) =>
        Effect.map(store.search(plan), (answer) => {
          const [order] = plan.segments[0]?.order ?? []
          if (order?.key !== "availabilityUpdatedAt" || order.direction === "asc") return answer
          const isNever = ({ position }: SearchResult["hits"][number]): number => Number(position.values[0] === null)
          return { ...answer, hits: [...answer.hits].sort((left, right) => isNever(right) - isNever(left)) }
        })
    }))
  },
  broken("keeps one interval for each change of status", ["search.availability.shown"], EventStore, (store) => ({
    put: (record, index) =>
      store.put(record, { ...index, availability: index.availability.filter(({ statusUntil }) => statusUntil !== null) })
  })),
  broken("stores availability of an event of any agenda", ["event.availability.put-unknown"], EventStore, (store) => ({
    putAvailability: (_, uid, availability) => store.putAvailability(1, uid, availability)
  })),
  broken("deletes the intervals when none are given", ["event.availability.put-rows"], EventStore, (store) => ({
    putAvailability: (agendaUid, uid, { intervals, ...others }) =>
      store.putAvailability(agendaUid, uid, { ...others, intervals: intervals ?? [] })
  })),
  broken("updates the last change with the availability", ["event.availability.put"], EventStore, (store) => ({
    putAvailability: (agendaUid, uid, availability) =>
      Effect.gen(function*() {
        yield* store.putAvailability(agendaUid, uid, availability)
        const record = yield* store.find(agendaUid, { _tag: "Uid", uid })
        if (record === null) return
        const index = { terms: [], numbers: [], age: null, words: [], search, availability: availability.intervals ?? [] }
        yield* store.put({ ...record, updatedAt: availability.updatedAt }, index)
      })
  }))
]
