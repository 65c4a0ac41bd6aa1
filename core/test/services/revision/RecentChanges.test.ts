import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { ChangeStore } from "../../../src/ports/change/ChangeStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import type { ChangeRecord } from "../../../src/record/ChangeRecord.js"
import { RecentChanges } from "../../../src/services/revision/RecentChanges.js"

const append = (changes: ReadonlyArray<ChangeRecord>) =>
  Effect.flatMap(Effect.all([ChangeStore, Transaction]), ([log, { run }]) => run(log.append(changes)))

const change = (position: number, uid: number, relists = false, ordinal = 0): ChangeRecord => ({
  agendaUid: 1,
  position,
  ordinal,
  kind: "event.updated",
  type: "event",
  uid,
  version: 3,
  publicBefore: true,
  publicAfter: true,
  relists,
  contributorUid: null,
  at: position,
  by: null
})

const one = (uid: number) => ({ uids: [uid], isList: false })
const list = (...uids: ReadonlyArray<number>) => ({ uids, isList: true })

describe("RecentChanges", () => {
  it.effect("leaves what later changes do not name, and lists that they do not relist", () =>
    Effect.gen(function*() {
      yield* append([change(2, 8), change(3, 9, true), change(4, 8)])
      const recent = new RecentChanges(yield* ChangeStore)
      expect(recent.leaves(1, 1, 1, one(7))).toBe(false)
      yield* recent.readUpTo(1, 1, 4)
      expect([recent.leaves(1, 1, 4, one(7)), recent.leaves(1, 1, 4, one(8)), recent.leaves(1, 4, 4, one(8))]).toEqual([true, false, true])
      expect([recent.leaves(1, 1, 4, list(7)), recent.leaves(1, 3, 4, list(7)), recent.leaves(1, 3, 4, list(7, 8))]).toEqual([
        false,
        true,
        false
      ])
      expect([recent.leaves(1, 0, 4, one(7)), recent.leaves(2, 1, 4, one(7))]).toEqual([false, false])
    }).pipe(Effect.provide(MemoryStores.layer)))

  it.effect("leaves nothing where a revision has no row, or a row before was deleted", () =>
    Effect.gen(function*() {
      yield* append([change(2, 8), change(4, 8), change(5, 8, false, 1)])
      const log = yield* ChangeStore
      for (const [position, revision] of [[1, 3], [2, 4], [4, 5], [5, 6]] as const) {
        const recent = new RecentChanges(log)
        yield* recent.readUpTo(1, position, revision)
        expect(recent.leaves(1, position, revision, one(7)), String(revision)).toBe(false)
        expect(recent.leaves(1, revision, revision, one(7)), String(revision)).toBe(true)
      }
    }).pipe(Effect.provide(MemoryStores.layer)))

  it.effect("leaves nothing after more changes than it reads", () =>
    Effect.gen(function*() {
      for (const count of [999, 1_000, 1_001]) {
        const position = count - 997
        yield* append(Array.from({ length: count }, (_, ordinal) => change(position, 10 + ordinal, false, ordinal)))
        const recent = new RecentChanges(yield* ChangeStore)
        yield* recent.readUpTo(1, position - 1, position)
        expect([count, recent.leaves(1, position - 1, position, one(7))]).toEqual([count, count < 1_000])
        expect(recent.leaves(1, position - 1, position, one(10 + count - 1))).toBe(false)
      }
    }).pipe(Effect.provide(MemoryStores.layer)))

  it.effect("leaves nothing while a slower reader of an earlier revision knows less", () =>
    Effect.gen(function*() {
      yield* append([change(2, 8), change(3, 7)])
      const log = yield* ChangeStore
      const gate = yield* Deferred.make<void>()
      let reads = 0
      const slow: ChangeStore["Type"] = {
        ...log,
        read: (...asked) => reads++ === 0 ? Effect.zipLeft(log.read(...asked), Deferred.await(gate)) : log.read(...asked)
      }
      const recent = new RecentChanges(slow)
      const earlier = yield* Effect.fork(recent.readUpTo(1, 1, 2))
      yield* Effect.yieldNow()
      yield* recent.readUpTo(1, 1, 3)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(earlier)
      expect([recent.leaves(1, 1, 3, one(7)), recent.leaves(1, 1, 3, one(9))]).toEqual([false, false])
      yield* recent.readUpTo(1, 1, 3)
      expect([recent.leaves(1, 1, 3, one(7)), recent.leaves(1, 1, 3, one(9))]).toEqual([false, true])
    }).pipe(Effect.provide(MemoryStores.layer)))

  it.effect("forgets what a failover to an earlier revision lost", () =>
    Effect.gen(function*() {
      yield* append([change(2, 8), change(3, 8)])
      const recent = new RecentChanges(yield* ChangeStore)
      yield* recent.readUpTo(1, 1, 3)
      yield* recent.readUpTo(1, 1, 2)
      expect(recent.leaves(1, 1, 2, one(7))).toBe(false)
      yield* recent.readUpTo(1, 2, 3)
      expect([recent.leaves(1, 2, 3, one(7)), recent.leaves(1, 2, 3, one(8))]).toEqual([true, false])
    }).pipe(Effect.provide(MemoryStores.layer)))
})
