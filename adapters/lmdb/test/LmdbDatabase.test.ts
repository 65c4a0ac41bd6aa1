import { memoryKeyValue } from "@agenda-engine/core/memory/memoryKeyValue"
import type { Key, KeyValue, Reading, Writing } from "@agenda-engine/kv/KeyValue"
import { describe, expect, it } from "@effect/vitest"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as fc from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as LmdbDatabase from "../src/LmdbDatabase.js"
import * as LmdbStores from "../src/LmdbStores.js"
import { storedKey_bytes_max } from "../src/longKeys.js"
import { temporaryFolder } from "./temporaryFolder.js"

const opened = Effect.flatMap(temporaryFolder, (folder) => LmdbDatabase.open({ folder }))

const write = (store: KeyValue, change: (writing: Writing) => void) => store.commit((writing) => Effect.sync(() => change(writing)))

const read = <A>(store: KeyValue, select: (reading: Reading) => A) => store.read((reading) => Effect.sync(() => select(reading)))

describe("keys of any length", () => {
  /** Parts whose encodings are about as long as a stored key, with a common beginning. */
  const parts = fc.oneof(
    fc.constantFrom<number | string>("a", "b", "", 1, -1),
    fc.integer({ min: -16, max: 16 }).map((more) => "a".repeat(storedKey_bytes_max + more)),
    fc.tuple(fc.constant("a".repeat(storedKey_bytes_max)), fc.string({ maxLength: 3 })).map((texts) => texts.join(""))
  )
  const keys: fc.Arbitrary<Key> = fc.array(parts, { minLength: 1, maxLength: 3 })
  const changes = fc.array(fc.record({ key: keys, value: fc.option(fc.string()) }), { maxLength: 20 })

  it.scopedLive("are written and read as in memory", () =>
    Effect.gen(function*() {
      const lmdb = yield* opened
      const property = fc.asyncProperty(changes, keys, keys, (changes, prefix, after) =>
        Effect.runPromise(Effect.gen(function*() {
          yield* write(lmdb, (writing) => {
            const all = Array.from(writing.range([]))
            for (const [key] of all) writing.remove(key)
          })
          const memory = yield* memoryKeyValue<string>()
          const states = yield* Effect.forEach([memory, lmdb], (store) =>
            Effect.zipRight(
              write(store, (writing) => {
                for (const { key, value } of changes) {
                  if (value === null) writing.remove(key)
                  else writing.put(key, value)
                }
              }),
              read(store, (reading) => ({
                all: [...reading.range([])],
                prefixed: [...reading.range(prefix)],
                following: [...reading.range(prefix, [...prefix, ...after])],
                values: changes.map(({ key }) => reading.get(key))
              }))
            ))
          expect(states[1]).toEqual(states[0])
        })))
      yield* Effect.promise(() => fc.assert(property, { numRuns: 150 }))
    }), 60_000)

  it.scopedLive("are those of the longest external identifiers", () =>
    Effect.gen(function*() {
      const lmdb = yield* opened
      const key = ["event by", "external id", Number.MAX_SAFE_INTEGER, "🎭".repeat(255), "🎪".repeat(255)]
      yield* write(lmdb, (writing) => writing.put(key, "1"))
      expect(yield* read(lmdb, (reading) => [reading.get(key), reading.get([...key.slice(0, 4), "🎪".repeat(254)])])).toEqual(["1", null])
    }))
})

describe("commits", () => {
  it.scopedLive("end each for itself", () =>
    Effect.gen(function*() {
      const lmdb = yield* opened
      const committed = yield* Deferred.make<void>()
      const isSecondAsked = yield* Deferred.make<void>()
      const first = yield* Effect.fork(
        lmdb.commit((writing) => Effect.zipRight(Deferred.await(isSecondAsked), Effect.sync(() => writing.put(["first"], "1"))))
      )
      yield* Effect.yieldNow()
      const second = yield* Effect.fork(lmdb.commit(() => Deferred.await(committed)))
      yield* Effect.sleep(20)
      yield* Deferred.succeed(isSecondAsked, undefined)
      yield* Fiber.join(first)
      yield* Deferred.succeed(committed, undefined)
      yield* Fiber.join(second)
    }))

  it.scopedLive("are not read before their end in the process that makes them", () =>
    Effect.gen(function*() {
      const lmdb = yield* opened
      const seen = yield* lmdb.commit((writing) => {
        writing.put(["key"], "1")
        return read(lmdb, (reading) => [reading.get(["key"]), [...reading.range([])]])
      })
      expect(seen).toEqual([null, []])
    }))

  it.scopedLive("that cannot begin in time fail with Busy, and later ones begin", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const [holder, hurried] = yield* Effect.all([LmdbDatabase.open({ folder }), LmdbDatabase.open({ folder, busyTimeout: 20 })])
      const error = yield* holder.commit(() => Effect.flip(write(hurried, (writing) => writing.put(["late"], "1"))))
      expect(error).toMatchObject({ reason: "Busy" })
      yield* Effect.retry(write(hurried, (writing) => writing.put(["after"], "1")), { times: 50 })
      expect(yield* read(holder, (reading) => [...reading.range([])])).toEqual([[["after"], "1"]])
    }))

  it.scopedLive("that are interrupted while they wait leave the lock to the next", () =>
    Effect.gen(function*() {
      const lmdb = yield* opened
      yield* lmdb.commit(() =>
        Effect.gen(function*() {
          const waiting = yield* Effect.fork(write(lmdb, (writing) => writing.put(["waiting"], "1")))
          yield* Effect.sleep(5)
          expect(Exit.isInterrupted(yield* Fiber.interrupt(waiting))).toBe(true)
        })
      )
      yield* write(lmdb, (writing) => writing.put(["next"], "1"))
      expect(yield* read(lmdb, (reading) => [...reading.range([])])).toEqual([[["next"], "1"]])
    }))
})

describe("a folder", () => {
  it.scopedLive("is opened with options from the configuration", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const configured = LmdbStores.layerConfig({ folder: Config.string("FOLDER"), busyTimeout: Config.duration("BUSY") })
      const provider = ConfigProvider.fromMap(new Map([["FOLDER", folder], ["BUSY", "1 second"]]))
      yield* Effect.scoped(Layer.build(configured)).pipe(Effect.withConfigProvider(provider))
      expect(yield* Effect.promise(() => readdir(folder))).toContain("data.mdb")
    }))

  it.scopedLive("that is a file cannot be opened", () =>
    Effect.gen(function*() {
      const file = join(yield* temporaryFolder, "file")
      yield* Effect.promise(() => writeFile(file, ""))
      expect(yield* Effect.flip(LmdbDatabase.open({ folder: file }))).toMatchObject({
        reason: "Unavailable",
        operation: "LmdbDatabase.open"
      })
    }))
})
