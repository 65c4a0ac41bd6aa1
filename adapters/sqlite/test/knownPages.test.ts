import { EventStore } from "@agenda-engine/core/ports/EventStore"
import { RevisionStore } from "@agenda-engine/core/ports/RevisionStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import { sampleEvent } from "@agenda-engine/core/testing/SampleRecords"
import { type CacheEntry, makePageCache } from "@agenda-engine/sql/read/PageCache"
import { listShapes } from "@agenda-engine/sql/testing/listShapes"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqliteStores from "../src/SqliteStores.js"
import { withAgenda } from "./withAgenda.js"

const plan: QueryPlan = { ...listShapes.timings, topics: ["agenda:1"] }

type File = Parameters<Parameters<typeof withAgenda>[0]>[0]

const putEvents = ({ bump, events, run }: Pick<File, "bump" | "events" | "run">, ...uids: ReadonlyArray<number>) =>
  run(Effect.zipRight(
    Effect.forEach(uids.map((uid) => sampleEvent(uid)), ({ index, record }) => events.put(record, index), { discard: true }),
    bump("agenda:1")
  ))

const listed = ({ events }: Pick<File, "events">, asked: QueryPlan = plan) =>
  Effect.map(events.search(asked), ({ hits, more, total }) => ({ total, more, uids: hits.map(({ position: { uid } }) => uid) }))

describe("cached pages", () => {
  it.scopedLive("are not read again until a revision changes", () =>
    withAgenda((file) =>
      Effect.gen(function*() {
        yield* putEvents(file, 1, 2, 3)
        const all = { total: 3, more: false, uids: [1, 2, 3] }
        const fewer = { total: 3, more: false, uids: [1, 3] }
        expect(yield* listed(file)).toEqual(all)

        // Counts are known on their own.
        yield* file.changeUnseen("DELETE FROM agenda_slot WHERE event_uid = 2")
        yield* file.changeUnseen("UPDATE agenda_event SET state = 0 WHERE uid = 2")
        expect(yield* listed(file)).toEqual(all)
        expect(yield* listed(file, { ...plan, limit: 5 })).toEqual(fewer)
        expect(yield* listed(file, { ...plan, shownAt: plan.shownAt + 1 })).toEqual(fewer)
        expect((yield* file.run(listed(file))).uids).toEqual([1, 3])
        expect(yield* listed(file)).toEqual(all)
        yield* putEvents(file, 4)
        expect(yield* listed(file)).toEqual({ total: 3, more: false, uids: [1, 3, 4] })
      })
    ))

  it.scopedLive("include pages after a cursor, from the second request as of the same instant", () =>
    withAgenda((file) =>
      Effect.gen(function*() {
        yield* putEvents(file, 1, 2, 3)
        const { hits: [first] } = yield* file.events.search({ ...plan, limit: 1 })
        if (first === undefined) return yield* Effect.dieMessage("no event")
        const behind: QueryPlan = {
          ...plan,
          start: { _tag: "After", segment: first.segment, position: first.position },
          shownAt: plan.shownAt + 1
        }
        const later: QueryPlan = { ...behind, shownAt: plan.shownAt + 2 }
        for (const asked of [behind, behind, later]) expect((yield* listed(file, asked)).uids).toEqual([2, 3])
        yield* file.changeUnseen("DELETE FROM agenda_slot WHERE event_uid = 2")
        yield* file.changeUnseen("UPDATE agenda_event SET state = 0 WHERE uid = 2")
        expect((yield* listed(file, behind)).uids).toEqual([2, 3])
        expect((yield* listed(file, later)).uids).toEqual([3])
        yield* file.bump("agenda:1")
        expect((yield* listed(file, behind)).uids).toEqual([3])
      })
    ))

  it.scopedLive("are cached together with their counts", () =>
    withAgenda((file) =>
      Effect.gen(function*() {
        yield* putEvents(file, 1, 2)
        const counted = { ...plan, limit: 0, tallies: [{ _tag: "Status" } as const] }
        const first = yield* file.events.search(counted)
        expect(first.tallies).toEqual([{ _tag: "Counts", counts: [{ value: 1, spelling: null, count: 2 }] }])
        expect((yield* file.events.search(counted)).tallies).toBe(first.tallies)
        yield* putEvents(file, 3)
        expect((yield* file.events.search(counted)).tallies).toEqual([{
          _tag: "Counts",
          counts: [{ value: 1, spelling: null, count: 3 }]
        }])
      })
    ))

  it.scopedLive("are read again after a write of another process", () =>
    withAgenda((file) =>
      Effect.gen(function*() {
        yield* putEvents(file, 1)
        expect((yield* listed(file)).uids).toEqual([1])
        yield* Effect.gen(function*() {
          const events = yield* EventStore
          const revisions = yield* RevisionStore
          const { run } = yield* Transaction
          yield* putEvents({ events, run, bump: (topic) => revisions.bump([topic]) }, 2)
        }).pipe(Effect.provide(SqliteStores.layer({ filename: file.filename, migrate: false })))
        expect((yield* listed(file)).uids).toEqual([1, 2])
      })
    ))

  it.effect("stay consistent when the revisions change while they are read", () =>
    Effect.gen(function*() {
      const known = makePageCache()
      const answered = (total: number, revisions: string | null): CacheEntry => ({
        revisions,
        answer: { hits: [], locations: [], total, more: false, tallies: [] }
      })
      const ask = (current: string | null, read: CacheEntry, asked: QueryPlan = plan) =>
        Effect.map(known(asked, Effect.succeed(current), Effect.succeed(read)), ({ total }) => total)
      expect(yield* ask("a", answered(1, "b"))).toBe(1)
      expect(yield* ask("b", answered(2, "b"))).toBe(1)
      expect(yield* ask("a", answered(3, "c"))).toBe(3)
      expect(yield* ask("c", answered(4, "c"), { ...plan, limit: 1 })).toBe(4)
      expect(yield* ask(null, answered(5, null))).toBe(5)
      expect(yield* ask("c", answered(6, "c"))).toBe(3)
    }))
})
