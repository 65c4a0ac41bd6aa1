import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventStore } from "@agenda-engine/core/ports/EventStore"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import type { QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import { sampleAgenda, sampleEvent } from "@agenda-engine/core/testing/SampleRecords"
import { listShapes } from "@agenda-engine/sql/testing/listShapes"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqliteDatabase from "../src/SqliteDatabase.js"
import * as SqliteStores from "../src/SqliteStores.js"
import { temporaryFile } from "./temporaryFile.js"

const plan: QueryPlan = {
  ...listShapes.timings,
  tallies: [{ _tag: "Terms", dimension: "keyword", none: true }],
  topics: ["agenda:1"]
}

describe("known counts", () => {
  it.scopedLive("are not counted again until a revision moves", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      yield* Effect.gen(function*() {
        const agendas = yield* AgendaStore
        const events = yield* EventStore
        const revisions = yield* RevisionStore
        const { run } = yield* Transaction
        yield* run(agendas.put(sampleAgenda(1)))
        const given = [1, 2, 3].map((uid) => sampleEvent(uid, { keywords: ["jazz"] }))
        yield* run(Effect.forEach(given, ({ index, record }) => events.put(record, index), { discard: true }))
        const counted = Effect.map(events.search(plan), ({ tallies: [tally], total }) => ({
          total,
          counts: tally?._tag === "Counts" ? tally.counts.map(({ count }) => count) : []
        }))
        const all = { total: 3, counts: [3] }
        expect(yield* counted).toEqual(all)

        // Behind the back of the engine: what is known cannot show it.
        const database = yield* SqliteDatabase.open(filename)
        yield* database.change("test", database.sql`DELETE FROM agenda_term WHERE event_uid = 3`)
        yield* database.change("test", database.sql`UPDATE agenda_event SET state = 0 WHERE uid = 3`)
        expect(yield* counted).toEqual(all)
        yield* run(revisions.bump(["agenda:2"]))
        expect(yield* counted).toEqual(all)
        yield* run(revisions.bump(["agenda:1"]))
        expect(yield* counted).toEqual({ total: 2, counts: [2] })
      }).pipe(Effect.provide(SqliteStores.layer({ filename, migrate: true })))
    }))
})
