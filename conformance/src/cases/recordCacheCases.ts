import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import { noon, sampleAgenda, sampleEvent } from "@agenda-engine/core/testing/SampleRecords"
import * as Effect from "effect/Effect"
import { type Case, demand, demandOfDatabase } from "../Case.js"
import { expectAnswer } from "../expect.js"
import { events, fill, revisions, transact } from "../storeCalls.js"
import { openTwice } from "./openTwice.js"
import { plan } from "./plans.js"

const clause = "QueryPlan.topics"

const jazz = { _tag: "AllTerms", dimension: "keyword", all: ["jazz"] } as const

const asking = (choice: Partial<QueryPlan> = {}): QueryPlan => ({
  ...plan({
    sort: "timings.asc",
    limit: 2,
    tallies: [{ _tag: "Terms", dimension: "keyword", none: true }],
    topics: ["agenda:1", "shared"]
  }),
  ...choice
})

const jazzOnly = plan({ sort: "timings.asc", limit: 2, where: [jazz], topics: ["agenda:1", "shared"] })

/** The total of a plan, how many hits its page has, and what its tallies count in all. */
const numbersOf = (asked: QueryPlan) =>
  events((store) =>
    Effect.map(store.search(asked), ({ hits, tallies, total }) => ({
      total,
      hits: hits.length,
      counted: tallies.flatMap((tally) => tally._tag === "Counts" ? tally.counts : []).reduce((sum, { count }) => sum + count, 0)
    }))
  )

const numbers = (total: number, counted = total) => ({ total, hits: Math.min(total, 2), counted })

const event = (uid: number, keywords: ReadonlyArray<string> = ["jazz"]) => sampleEvent(uid, { keywords })
const put = (uid: number, keywords?: ReadonlyArray<string>) => {
  const { index, record } = event(uid, keywords)
  return events((store) => store.put(record, index))
}
const bump = (...topics: ReadonlyArray<string>) => revisions((store) => store.bump(topics))

const filled = fill({ agendas: [sampleAgenda(1)], events: [event(1), event(2), event(3, ["rock"])] })

/** The demands on stores that know counts from before. */
export const countCacheCases: ReadonlyArray<Case> = [
  demand(
    "search.topics.follow",
    clause,
    "a search that says what its counts depend on follows every change that moves one of those revisions, and asks twice for the same",
    Effect.gen(function*() {
      yield* filled
      for (const _ of [1, 2, 3]) yield* expectAnswer("before", numbersOf(asking()), numbers(3))
      yield* transact(Effect.zipRight(put(4), bump("agenda:1")))
      for (const _ of [1, 2]) yield* expectAnswer("with one more", numbersOf(asking()), numbers(4))
      yield* transact(Effect.zipRight(events((store) => store.remove(1)), bump("shared")))
      for (const _ of [1, 2]) yield* expectAnswer("with one less, by the other topic", numbersOf(asking()), numbers(3))
      yield* transact(Effect.zipRight(put(3, ["jazz", "rock"]), bump("agenda:1")))
      yield* expectAnswer("with another keyword", numbersOf(asking()), numbers(3, 4))
      yield* expectAnswer("without topics", numbersOf({ ...asking(), topics: [] }), numbers(3, 4))
    })
  ),
  demand(
    "search.topics.apart",
    clause,
    "what is known of one question is said of no other: other conditions, halves, instants, tallies or topics are counted for themselves",
    Effect.gen(function*() {
      yield* filled
      for (const _ of [1, 2]) {
        yield* expectAnswer("all", numbersOf(asking()), numbers(3))
        yield* expectAnswer("jazz", numbersOf(jazzOnly), numbers(2, 0))
        yield* expectAnswer("of two agendas", numbersOf(asking({ scope: { _tag: "Agenda", agendaUid: 2 } })), numbers(0))
        yield* expectAnswer("of drafts", numbersOf({ ...asking(), live: [{ _tag: "State", in: [0] }] }), numbers(0))
        yield* expectAnswer("long after", numbersOf(asking({ asOf: noon * 2, segments: asking().segments.slice(0, 1) })), numbers(0, 3))
        yield* expectAnswer("not counted", numbersOf(asking({ tallies: [] })), numbers(3, 0))
        yield* expectAnswer("behind the first", numbersOf(asking({ start: { _tag: "Skip", count: 2 } })), { total: 3, hits: 1, counted: 3 })
      }
    })
  ),
  demand(
    "search.topics.own-writes",
    clause,
    "inside a transaction a search counts what that one wrote, moved or not; what is undone leaves nothing known behind",
    Effect.gen(function*() {
      yield* filled
      yield* expectAnswer("before", numbersOf(asking()), numbers(3))
      yield* Effect.ignore(transact(Effect.gen(function*() {
        yield* put(4)
        yield* expectAnswer("its own, not moved yet", numbersOf(asking()), numbers(4))
        yield* bump("agenda:1")
        yield* expectAnswer("its own, moved", numbersOf(asking()), numbers(4))
        return yield* Effect.fail("undo")
      })))
      yield* expectAnswer("undone", numbersOf(asking()), numbers(3))
      yield* transact(Effect.zipRight(put(5), bump("agenda:1")))
      yield* expectAnswer("with another one", numbersOf(asking()), numbers(4))
    })
  ),
  demandOfDatabase(
    "search.topics.share",
    clause,
    "a change through one opening is counted through the other at once",
    "share",
    (layer) =>
      openTwice(layer, (first, second) =>
        Effect.gen(function*() {
          yield* first(filled)
          for (const _ of [1, 2]) yield* second(expectAnswer("before", numbersOf(asking()), numbers(3)))
          yield* first(transact(Effect.zipRight(put(4), bump("agenda:1"))))
          for (const _ of [1, 2]) yield* second(expectAnswer("through the other", numbersOf(asking()), numbers(4)))
        }))
  )
]
