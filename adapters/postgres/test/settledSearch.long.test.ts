import { sampleEvent } from "@agenda-engine/conformance/testing/SampleRecords"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import type { SearchResult } from "@agenda-engine/core/query/event/QueryPlan"
import { makeRecordCaches, searchEvents } from "@agenda-engine/sql/read/searchEvents"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { expectOwnWritesCounted } from "../../sql/test/knownCountsInTransaction.js"
import { putAgenda } from "../../sql/test/layers.js"
import { listShapes } from "../../sql/test/listShapes.js"
import * as PostgresDatabase from "../src/PostgresDatabase.js"
import * as PostgresStores from "../src/PostgresStores.js"
import { usePostgres } from "./usePostgres.js"

const { freshSchema } = usePostgres()

const topics = ["agenda:1"]
/** A search that reads all of a page at once; one that finds the events before; one that knows counts and records. */
const searched = [
  { plan: listShapes.timings, isKnown: false },
  { plan: listShapes.keyword, isKnown: false },
  { plan: listShapes.timings, isKnown: true }
]

const uidsOf = ({ hits }: SearchResult) => hits.map(({ position }) => position.uid).sort((a, b) => a - b)

/** A search of an agenda with events 1 to 3, and a write that is committed before its page is read. */
const searchBeside = <E>(write: Effect.Effect<void, E, EventStore>, { isKnown, plan }: (typeof searched)[number]) =>
  Effect.gen(function*() {
    const url = yield* freshSchema
    return yield* Effect.gen(function*() {
      const events = yield* EventStore
      const revisions = yield* RevisionStore
      const { run } = yield* Transaction
      yield* putAgenda(1)
      yield* run(Effect.forEach([1, 2, 3], (uid) => {
        const { index, record } = sampleEvent(uid, { keywords: ["jazz"] })
        return events.put(record, index)
      }))
      const read = { topics, revisions: yield* revisions.read(topics) }
      const database = yield* PostgresDatabase.open({ url })
      let isWritten = false
      const writing = Effect.suspend(() => {
        if (isWritten) return Effect.void
        isWritten = true
        return Effect.orDie(run(Effect.zipRight(write, revisions.bump(topics))))
      })
      const beside: typeof database = {
        ...database,
        readBatch: (...reads) => Effect.zipRight(Effect.provideService(writing, EventStore, events), database.readBatch(...reads))
      }
      const { search } = yield* EventSearch
      const caches = makeRecordCaches()
      const counts = isKnown ? yield* searchEvents(database, caches, plan, { read }) : null
      const found = yield* searchEvents(beside, caches, plan, counts === null ? { read } : { counts, read })
      expect(found).toEqual(yield* search(plan))
      expect(isWritten).toBe(true)
      return found
    }).pipe(Effect.provide(PostgresStores.layer({ url, migrate: true })))
  })

it.scopedLive.each(searched)(
  "a search beside which an event is written has total and hits of one state",
  (asked) =>
    Effect.gen(function*() {
      const found = yield* searchBeside(
        Effect.flatMap(EventStore, ({ put }) => {
          const { index, record } = sampleEvent(4, { keywords: ["jazz"] })
          return put(record, index)
        }),
        asked
      )
      expect(found.total).toBe(4)
      expect(uidsOf(found)).toEqual([1, 2, 3, 4])
    })
)

it.scopedLive.each(searched)(
  "a search beside which an event is removed has total and hits of one state",
  (asked) =>
    Effect.gen(function*() {
      const found = yield* searchBeside(Effect.flatMap(EventStore, ({ remove }) => remove(2)), asked)
      expect(found.total).toBe(2)
      expect(uidsOf(found)).toEqual([1, 3])
    })
)

it.scopedLive("a search with revisions to check fails where they have changed, and returns none of its result", () =>
  Effect.gen(function*() {
    const url = yield* freshSchema
    const database = yield* PostgresDatabase.open({ url })
    yield* Effect.gen(function*() {
      const revisions = yield* RevisionStore
      const { run } = yield* Transaction
      yield* putAgenda(1)
      const checked = [...topics, "key:a"]
      const before = yield* revisions.read(checked)
      const compared: Array<ReadonlyArray<number>> = []
      const isCurrent = (now: ReadonlyArray<number>) => {
        compared.push(now)
        return now.every((revision, index) => revision === before[index])
      }
      const read = { topics, revisions: before.slice(0, topics.length) }
      const search = searchEvents(database, makeRecordCaches(), listShapes.timings, {
        read,
        check: { topics: checked, revisions: before, isCurrent }
      })
      expect((yield* search).hits).toEqual([])
      yield* run(revisions.bump(["key:a"]))
      expect(yield* Effect.flip(search)).toMatchObject({ reason: "Conflict" })
      expect(compared).toEqual([before, yield* revisions.read(checked)])
    }).pipe(Effect.provide(PostgresStores.layer({ url, migrate: true })))
  }))

it.scopedLive("a transaction counts what it has written, whatever counts are known of before", () =>
  Effect.flatMap(
    freshSchema,
    (url) => Effect.provide(expectOwnWritesCounted, PostgresStores.layer({ url, migrate: true }))
  ))
