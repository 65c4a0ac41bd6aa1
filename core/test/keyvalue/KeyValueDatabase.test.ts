import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Reading, Writing } from "../../src/keyvalue/KeyValue.js"
import * as KeyValueDatabase from "../../src/keyvalue/KeyValueDatabase.js"
import { memoryKeyValue } from "../../src/memory/memoryKeyValue.js"

const opened = Effect.flatMap(memoryKeyValue(), KeyValueDatabase.make)
const add = (uid: number) => (writing: Writing): void => writing.put(["user", uid], uid)
const uids = (reading: Reading): ReadonlyArray<unknown> => Array.from(reading.range(["user"]), ([, uid]) => uid)

describe("KeyValueDatabase", () => {
  it.scoped("commits the writes of a transaction that succeeds", () =>
    Effect.gen(function*() {
      const database = yield* opened
      yield* database.run(Effect.zipRight(database.write("a", add(1)), database.write("b", add(2))))
      expect(yield* database.read(uids)).toEqual([1, 2])
    }))

  it.scoped("rolls back a transaction that fails, dies or is interrupted", () =>
    Effect.gen(function*() {
      const database = yield* opened
      const ends: ReadonlyArray<Effect.Effect<never, string>> = [Effect.fail("no"), Effect.die("no"), Effect.interrupt]
      for (const end of ends) {
        yield* Effect.exit(database.run(Effect.zipRight(database.write("a", add(1)), end)))
        expect(yield* database.read(uids)).toEqual([])
      }
    }))

  it.scoped("shows uncommitted writes only to the fibers of the transaction", () =>
    Effect.gen(function*() {
      const database = yield* opened
      const written = yield* Deferred.make<void>()
      const looked = yield* Deferred.make<void>()
      const inside = yield* Effect.fork(database.run(Effect.gen(function*() {
        yield* database.write("a", add(1))
        const child = yield* Effect.fork(database.read(uids))
        yield* Deferred.succeed(written, undefined)
        yield* Deferred.await(looked)
        return yield* Fiber.join(child)
      })))
      yield* Deferred.await(written)
      expect(yield* database.read(uids)).toEqual([])
      yield* Deferred.succeed(looked, undefined)
      expect(yield* Fiber.join(inside)).toEqual([1])
      expect(yield* database.read(uids)).toEqual([1])
    }))

  it.scoped("runs a write outside of a transaction as a transaction of its own", () =>
    Effect.gen(function*() {
      const database = yield* opened
      yield* database.write("a", add(1))
      expect(yield* database.read(uids)).toEqual([1])
    }))

  it.scoped("fails a conflicting change with the operation's name and leaves the state unchanged", () =>
    Effect.gen(function*() {
      const database = yield* opened
      const error = yield* Effect.flip(database.write("UserStore.put", () => new KeyValueDatabase.Refusal("taken")))
      expect(error).toMatchObject({ reason: "Conflict", operation: "UserStore.put" })
      expect(yield* database.read(uids)).toEqual([])
    }))

  it.scoped("rolls back a nested transaction with the outer one, and commits the next transaction", () =>
    Effect.gen(function*() {
      const database = yield* opened
      yield* Effect.exit(database.run(Effect.zipRight(database.run(database.write("a", add(1))), Effect.fail("no"))))
      yield* database.run(database.write("b", add(2)))
      expect(yield* database.read(uids)).toEqual([2])
    }))

  it.scoped("runs one transaction at a time", () =>
    Effect.gen(function*() {
      const database = yield* opened
      const next = database.run(Effect.gen(function*() {
        const seen = yield* database.read(uids)
        yield* Effect.yieldNow()
        yield* database.write("a", add(seen.length + 1))
      }))
      yield* Effect.all(Array.from({ length: 10 }, () => next), { concurrency: "unbounded" })
      expect(yield* database.read(uids)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    }))
})
