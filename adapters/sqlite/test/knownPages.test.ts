import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventStore } from "@agenda-engine/core/ports/EventStore"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import type { QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import { sampleAgenda, sampleEvent } from "@agenda-engine/core/testing/SampleRecords"
import { makeKnownPages, type Standing } from "@agenda-engine/sql/KnownPages"
import { listShapes } from "@agenda-engine/sql/testing/listShapes"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqliteDatabase from "../src/SqliteDatabase.js"
import * as SqliteStores from "../src/SqliteStores.js"
import { temporaryFile } from "./temporaryFile.js"

const plan: QueryPlan = { ...listShapes.timings, topics: ["agenda:1"] }

const putEvents = (...uids: ReadonlyArray<number>) =>
  Effect.gen(function*() {
    const events = yield* EventStore
    const revisions = yield* RevisionStore
    const { run } = yield* Transaction
    const given = uids.map((uid) => sampleEvent(uid))
    yield* run(
      Effect.zipRight(
        Effect.forEach(given, ({ index, record }) => events.put(record, index), { discard: true }),
        revisions.bump(["agenda:1"])
      )
    )
  })

const listed = (asked: QueryPlan) =>
  Effect.flatMap(
    EventStore,
    (events) =>
      Effect.map(events.search(asked), ({ hits, more, total }) => ({ total, more, uids: hits.map(({ position: { uid } }) => uid) }))
  )

describe("known pages", () => {
  it.scopedLive("are not read again until a revision moves", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      yield* Effect.gen(function*() {
        const { run } = yield* Transaction
        yield* run(Effect.flatMap(AgendaStore, (agendas) => agendas.put(sampleAgenda(1))))
        yield* putEvents(1, 2, 3)
        const all = { total: 3, more: false, uids: [1, 2, 3] }
        const fewer = { total: 3, more: false, uids: [1, 3] }
        expect(yield* listed(plan)).toEqual(all)

        // Behind the back of the engine: what is known cannot show it. Counts are known on their own.
        const database = yield* SqliteDatabase.open(filename)
        yield* database.change("test", database.sql`DELETE FROM agenda_slot WHERE event_uid = 2`)
        yield* database.change("test", database.sql`UPDATE agenda_event SET state = 0 WHERE uid = 2`)
        expect(yield* listed(plan)).toEqual(all)
        expect(yield* listed({ ...plan, limit: 5 })).toEqual(fewer)
        expect(yield* listed({ ...plan, shownAt: plan.shownAt + 1 })).toEqual(fewer)
        expect((yield* run(listed(plan))).uids).toEqual([1, 3])
        expect(yield* listed(plan)).toEqual(all)
        yield* putEvents(4)
        expect(yield* listed(plan)).toEqual({ total: 3, more: false, uids: [1, 3, 4] })
      }).pipe(Effect.provide(SqliteStores.layer({ filename, migrate: true })))
    }))

  it.scopedLive("are read again once another process has written", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      yield* Effect.gen(function*() {
        const { run } = yield* Transaction
        yield* run(Effect.flatMap(AgendaStore, (agendas) => agendas.put(sampleAgenda(1))))
        yield* putEvents(1)
        expect((yield* listed(plan)).uids).toEqual([1])
        yield* Effect.provide(putEvents(2), SqliteStores.layer({ filename, migrate: false }))
        expect((yield* listed(plan)).uids).toEqual([1, 2])
      }).pipe(Effect.provide(SqliteStores.layer({ filename, migrate: true })))
    }))

  it.effect("stay as they were read where the revisions move meanwhile", () =>
    Effect.gen(function*() {
      const known = makeKnownPages()
      const answered = (total: number, revisions: string | null): Standing => ({
        revisions,
        answer: { hits: [], locations: [], total, more: false, tallies: [] }
      })
      const ask = (current: string | null, read: Standing, asked: QueryPlan = plan) =>
        Effect.map(known(asked, Effect.succeed(current), Effect.succeed(read)), ({ total }) => total)
      expect(yield* ask("a", answered(1, "b"))).toBe(1)
      expect(yield* ask("b", answered(2, "b"))).toBe(1)
      expect(yield* ask("a", answered(3, "c"))).toBe(3)
      expect(yield* ask("c", answered(4, "c"), { ...plan, limit: 1 })).toBe(4)
      expect(yield* ask(null, answered(5, null))).toBe(5)
      expect(yield* ask("c", answered(6, "c"))).toBe(3)
    }))
})
