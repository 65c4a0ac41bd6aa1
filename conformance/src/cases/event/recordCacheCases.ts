import type { TopicRevisions } from "@agenda-engine/core/ports/RevisionStore"
import type { QueryPlan, SearchResult } from "@agenda-engine/core/query/event/QueryPlan"
import * as Effect from "effect/Effect"
import { type Case, demand, demandOfTwo } from "../../Case.js"
import { expectAnswer } from "../../expect.js"
import { events, fill, locations, revisions, searches, transact } from "../../storeCalls.js"
import { hour, interval, noon, sampleAgenda, sampleEvent, sampleLocation } from "../../testing/SampleRecords.js"
import { plan } from "../plans.js"

const clause = "EventSearch.search"

const event = (uid: number, version: number) => sampleEvent(uid, { version, at: [interval(uid), interval(uid + 24)], locationUid: 1 })

const put = (uid: number, version: number) => {
  const { index, record } = event(uid, version)
  return events((store) => store.put(record, index))
}

const putLocation = (name: string) => {
  const { index, record } = sampleLocation(1, 1, { name })
  return locations((store) => store.put(record, index))
}

const bump = (...topics: ReadonlyArray<string>) => revisions((store) => store.bump(topics))

const topics = ["agenda:1", "shared"]

const read = revisions((store) => Effect.map(store.read(topics), (revisions): TopicRevisions => ({ topics, revisions })))

const versionsIn = ({ hits }: SearchResult): ReadonlyArray<number | null> =>
  hits.map((hit) => hit._tag === "Event" ? hit.head.version : null)

const asking = (choice: Partial<QueryPlan> = {}): QueryPlan => ({ ...plan({ sort: "timings.asc" }), ...choice })

interface Found {
  readonly versions: ReadonlyArray<number | null>
  readonly names: ReadonlyArray<string>
}

/** The versions of the hits and the names of their locations, found by a search at these revisions. */
const found = (asked: QueryPlan, at: TopicRevisions) =>
  Effect.map(
    searches((store) => store.search(asked, { read: at })),
    (result): Found => ({ versions: versionsIn(result), names: result.locations.map(({ name }) => name) })
  )

const foundNow = (choice?: Partial<QueryPlan>) => Effect.flatMap(read, (at) => found(asking(choice), at))

const filled = fill({ agendas: [sampleAgenda(1)], locations: [sampleLocation(1, 1)], events: [event(1, 1), event(2, 1)] })

const shown = (versions: ReadonlyArray<number>, name = "Hall 1"): Found => ({ versions, names: [name] })

/** The cases for stores that cache the records of pages. */
export const recordCacheCases: ReadonlyArray<Case> = [
  demand(
    "search.revisions.follow",
    clause,
    "a search with revisions returns the changed records after each change that bumps one of them, and the same records when repeated"
  )(function*() {
    yield* filled
    for (const _ of [1, 2]) yield* expectAnswer("before", foundNow(), shown([1, 1]))
    yield* transact(Effect.zipRight(put(1, 2), bump("agenda:1")))
    for (const _ of [1, 2]) yield* expectAnswer("one event changed", foundNow(), shown([2, 1]))
    yield* transact(Effect.zipRight(putLocation("Town hall"), bump("shared")))
    for (const _ of [1, 2]) yield* expectAnswer("the location changed", foundNow(), shown([2, 1], "Town hall"))
    yield* transact(Effect.zipRight(put(3, 7), bump("agenda:1")))
    yield* expectAnswer("one event more", foundNow(), shown([2, 1, 7], "Town hall"))
  }),
  demand(
    "search.revisions.overtaken",
    clause,
    "a search with revisions that a write has overtaken returns the records of the state that it searches, and so do later searches"
  )(function*() {
    yield* filled
    const before = yield* read
    yield* expectAnswer("before", found(asking(), before), shown([1, 1]))
    yield* transact(Effect.zipRight(put(1, 2), bump("agenda:1")))
    yield* expectAnswer("overtaken", found(asking(), before), shown([2, 1]))
    const after = yield* read
    yield* transact(Effect.zipRight(put(1, 3), bump("agenda:1")))
    yield* expectAnswer("overtaken before the first search", found(asking(), after), shown([3, 1]))
    yield* transact(Effect.zipRight(put(1, 4), bump("agenda:1")))
    yield* expectAnswer("overtaken again", found(asking(), after), shown([4, 1]))
    yield* expectAnswer("now", foundNow(), shown([4, 1]))
  }),
  demand(
    "search.revisions.apart",
    clause,
    "a record is shown as of the instant of the plan and with a body only if the plan asks for it, whatever was searched before"
  )(function*() {
    yield* filled
    const at = yield* read
    const next = (shownAt: number, bodies: boolean) =>
      Effect.map(
        searches((store) => store.search(asking({ shownAt, bodies, limit: 1 }), { read: at })),
        ({ hits: [hit] }) => hit?._tag === "Event" ? [hit.next?.begin, hit.body?.slots.length] : null
      )
    for (const _ of [1, 2]) {
      yield* expectAnswer("at noon", next(noon, false), [interval(1).begin, undefined])
      yield* expectAnswer("after the first slot", next(noon + 3 * hour, false), [interval(25).begin, undefined])
      yield* expectAnswer("with its body", next(noon, true), [interval(1).begin, 2])
    }
  }),
  demand(
    "search.revisions.own-writes",
    clause,
    "inside a transaction a search returns the records that the transaction wrote; after a rollback none of them remains"
  )(function*() {
    yield* filled
    yield* expectAnswer("before", foundNow(), shown([1, 1]))
    const undone = transact(Effect.gen(function*() {
      yield* put(1, 2)
      yield* expectAnswer("its own, not bumped yet", foundNow(), shown([2, 1]))
      yield* bump("agenda:1")
      yield* expectAnswer("its own, bumped", foundNow(), shown([2, 1]))
      return yield* Effect.fail("undo")
    }))
    yield* expectAnswer("the failure", Effect.flip(undone), "undo")
    yield* expectAnswer("undone", foundNow(), shown([1, 1]))
    yield* transact(Effect.zipRight(put(1, 3), bump("agenda:1")))
    yield* expectAnswer("written by another transaction", foundNow(), shown([3, 1]))
  }),
  demandOfTwo(
    "search.revisions.share",
    clause,
    "a search over one connection returns at once the records that another connection has changed"
  )(function*(first, second) {
    yield* first(filled)
    for (const _ of [1, 2]) yield* second(expectAnswer("before", foundNow(), shown([1, 1])))
    yield* first(transact(Effect.zipRight(put(1, 2), bump("agenda:1"))))
    for (const _ of [1, 2]) yield* second(expectAnswer("through the other", foundNow(), shown([2, 1])))
  })
]
