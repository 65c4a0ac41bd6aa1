import { sampleAgenda, sampleEvent, sampleLocation, sampleWords } from "@agenda-engine/conformance/testing/SampleRecords"
import { everyAgenda } from "@agenda-engine/conformance/testing/wholePlans"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { TombstoneStore } from "@agenda-engine/core/ports/event/TombstoneStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import { RemovalStore } from "@agenda-engine/core/ports/RemovalStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { firstTables } from "@agenda-engine/sql/schema/migrationSteps"
import * as SqlStores from "@agenda-engine/sql/store/SqlStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readdirSync, readFileSync } from "node:fs"
import { everywhere, listShapes, planOf } from "../../../sql/test/listShapes.js"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import * as SqliteMigrations from "../../src/SqliteMigrations.js"
import { onStatement } from "../countStatements.js"

const statements: Array<string> = []
onStatement((text) => statements.push(text))

const extIds = [{ key: "source", value: "1" }]
const { index, record } = sampleEvent(1, { keywords: ["jazz"], numbers: [{ dimension: "field:size", value: 1 }], extIds })
const hall = sampleLocation(7, 1)

/** The steps of all statements of a call, among an agenda, an event and a location. */
const stepsOf = (call: Effect.Effect<unknown, unknown, Stores>) =>
  Effect.gen(function*() {
    const database = yield* SqliteDatabase.open(":memory:")
    yield* SqliteMigrations.upDatabase(database)
    const stores = SqlStores.make(database)
    const inTransaction = <A, E>(effect: Effect.Effect<A, E, Stores>) =>
      Effect.provide(Effect.flatMap(Transaction, ({ run }) => run(effect)), stores)
    yield* inTransaction(Effect.gen(function*() {
      yield* (yield* AgendaStore).put(sampleAgenda(1))
      yield* (yield* LocationStore).put(hall.record, hall.index)
      yield* (yield* EventStore).put(record, index)
    }))
    statements.length = 0
    yield* inTransaction(call)
    const texts = [...new Set(statements)]
    const explained = yield* Effect.forEach(
      texts,
      (text) => database.sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, Array.from(text.matchAll(/\?/g), () => null))
    )
    return explained.flat().map(({ detail }) => detail)
  })

const searchAgendas = (more: Partial<typeof everyAgenda>) =>
  Effect.flatMap(AgendaStore, (store) => store.search({ ...everyAgenda, ...more }))
const find = (plan: ReturnType<typeof planOf>) => Effect.flatMap(EventSearch, (search) => search.search(plan))
const withdrawals = (slug: string | null) =>
  Effect.flatMap(TombstoneStore, (store) => store.withdrawals(1, { endsAfter: 0, limit: 1, slug }))

/** What a call of a store searches, besides lists (`explain.test.ts`). */
const calls: { readonly [call: string]: readonly [Effect.Effect<unknown, unknown, Stores>, step: string] } = {
  "scan events": [
    Effect.flatMap(EventStore, (store) => store.scan({ agendaUid: 1 }, 0, 1)),
    "SEARCH e USING INDEX agenda_event_by_agenda (agenda_uid=? AND uid>?)"
  ],
  "clear a removed agenda": [
    Effect.flatMap(RemovalStore, (store) => store.clear(1, 1)),
    "SEARCH agenda_event USING COVERING INDEX agenda_event_by_agenda (agenda_uid=?)"
  ],
  "list events by uid": [
    find({ ...listShapes.updatedAscending, segments: [{ source: "live", featured: null, endedFilter: null, order: [], ties: "asc" }] }),
    "SEARCH e USING INDEX agenda_event_by_agenda (agenda_uid=?)"
  ],
  "count what was published lately": [
    Effect.flatMap(AgendaStore, (store) => store.countAdded([1, 2], { gte: 0, lte: 1 })),
    "SEARCH e USING COVERING INDEX agenda_event_by_published (agenda_uid=? AND published_at>? AND published_at<?)"
  ],
  "sort agendas by what was published lately": [
    searchAgendas({ sort: "recentlyAddedEvents" }),
    "SEARCH e USING COVERING INDEX agenda_event_by_published (agenda_uid=? AND published_at>? AND published_at<?)"
  ],
  "search agendas by their locations": [
    searchAgendas({ words: sampleWords("hall") }),
    "SEARCH k USING COVERING INDEX agenda_word_count_by_location (token=?)"
  ],
  "rename a location": [
    Effect.flatMap(LocationStore, (store) => store.put(hall.record, { ...hall.index, place: "fr:theatre" })),
    "SEARCH agenda_event_text_4_7 USING INDEX agenda_event_text_by_location (location_uid=? AND event_uid>?)"
  ],
  "find an event by external id": [
    Effect.flatMap(EventStore, (store) => store.find(1, { _tag: "ExtId", key: "source", value: "1" })),
    "SEARCH x USING PRIMARY KEY (ext_key=? AND ext_value=? AND agenda_uid=?)"
  ],
  "find events by external id across agendas": [
    find(planOf({ sort: "timings.asc", scope: everywhere, filter: { extId: extIds } })),
    "SEARCH x USING PRIMARY KEY (ext_key=? AND ext_value=?)"
  ],
  "load the external ids of an event": [
    Effect.flatMap(EventStore, (store) => store.find(1, { _tag: "Uid", uid: 1 })),
    "SEARCH x USING COVERING INDEX agenda_ext_id_by_event (event_uid=?)"
  ],
  "load the document of an event": [
    Effect.flatMap(EventStore, (store) => store.find(1, { _tag: "Uid", uid: 1 })),
    "SEARCH d USING INDEX sqlite_autoindex_agenda_event_document_1 (event_uid=?)"
  ],
  "compare the numbers of an event": [
    Effect.flatMap(EventStore, (store) => store.put({ ...record, version: 2 }, index)),
    "SEARCH agenda_filter_number USING COVERING INDEX agenda_filter_number_by_event (event_uid=?)"
  ],
  "look whether a uid was taken": [
    Effect.flatMap(EventStore, (store) => store.taken(1, "concert")),
    "SEARCH agenda_tombstone USING COVERING INDEX agenda_tombstone_by_uid (uid=?)"
  ],
  "list withdrawals": [withdrawals(null), "SEARCH agenda_tombstone USING INDEX agenda_tombstone_by_last_end (agenda_uid=? AND last_end>?)"],
  "list withdrawals of a slug": [
    withdrawals("concert"),
    "SEARCH agenda_tombstone USING INDEX agenda_tombstone_by_slug (agenda_uid=? AND slug=? AND last_end>?)"
  ]
}

describe("indexes that calls of stores search", () => {
  it.scopedLive.each(Object.entries(calls))("%s", ([, [call, step]]) => Effect.map(stepsOf(call), (steps) => expect(steps).toContain(step)))
})

it("each index of events is in a test of plans", () => {
  const texts = readdirSync(import.meta.dirname).map((name) => readFileSync(`${import.meta.dirname}/${name}`, "utf8")).join()
  const names = firstTables.flatMap(({ byAgenda, indexes = {} }) => byAgenda === true ? Object.keys(indexes) : [])
  expect(names.length).toBeGreaterThan(20)
  // SQLite finds external ids by the primary key.
  const own = names.filter((name) => name !== "agenda_ext_id_by_value")
  expect(own.filter((name) => !new RegExp(`(?:INDEX |")${name}\\b`).test(texts))).toEqual([])
})
