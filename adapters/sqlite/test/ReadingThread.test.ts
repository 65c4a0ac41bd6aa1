import { describe, expect, it } from "@effect/vitest"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as ReadingThread from "../src/ReadingThread.js"
import { temporaryFile } from "./temporaryFile.js"

const opened = Effect.gen(function*() {
  const filename = yield* temporaryFile
  const owner = yield* Effect.acquireRelease(Effect.sync(() => new Sqlite(filename)), (database) => Effect.sync(() => database.close()))
  owner.exec("PRAGMA journal_mode = WAL; CREATE TABLE hall (uid INTEGER, name TEXT); INSERT INTO hall VALUES (1, 'Forum'), (2, NULL)")
  return { owner, reading: yield* ReadingThread.open(filename, ["PRAGMA busy_timeout = 1000"]) }
})

const numbers = (count: number) => `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`

describe("a reading thread", () => {
  it.scopedLive("gives rows as a connection of this thread does, however many they are", () =>
    Effect.gen(function*() {
      const { reading } = yield* opened
      const text = "SELECT name, uid AS number FROM hall WHERE uid >= ? ORDER BY uid"
      expect(yield* reading.execute(text, [1], undefined)).toEqual([{ name: "Forum", number: 1 }, { name: null, number: 2 }])
      expect(yield* reading.executeValues(text, [2])).toEqual([[null, 2]])
      const many = yield* reading.execute(`${numbers(1_203)} SELECT i FROM n`, [], undefined)
      expect(many).toEqual(Array.from({ length: 1_203 }, (_, place) => ({ i: place + 1 })))
      expect(yield* reading.execute("SELECT uid FROM hall WHERE uid > 5", [], undefined)).toEqual([])
    }))

  it.scopedLive("reads one instant between BEGIN and ROLLBACK", () =>
    Effect.gen(function*() {
      const { owner, reading } = yield* opened
      const count = Effect.map(reading.execute("SELECT count(*) AS found FROM hall", [], undefined), ([row]) => row)
      yield* reading.execute("BEGIN", [], undefined)
      expect(yield* count).toEqual({ found: 2 })
      owner.exec("INSERT INTO hall VALUES (3, 'Odéon')")
      expect(yield* count).toEqual({ found: 2 })
      yield* reading.execute("ROLLBACK", [], undefined)
      expect(yield* count).toEqual({ found: 3 })
    }))

  it.scopedLive("lets this thread go on while a statement runs", () =>
    Effect.gen(function*() {
      const { reading } = yield* opened
      yield* reading.execute("SELECT 1", [], undefined)
      const long = yield* Effect.fork(reading.execute(`${numbers(3_000_000)} SELECT count(*) AS found FROM n`, [], undefined))
      let passed = 0
      while ((yield* Fiber.poll(long))._tag === "None") {
        passed++
        yield* Effect.sleep(1)
      }
      expect(yield* Fiber.join(long)).toEqual([{ found: 3_000_000 }])
      // On this thread it would be done before the first of them.
      expect(passed).toBeGreaterThan(10)
    }))

  it.scopedLive("fails with the driver's code, and goes on", () =>
    Effect.gen(function*() {
      const { reading } = yield* opened
      expect((yield* Effect.flip(reading.execute("SELECT nothing FROM hall", [], undefined))).cause).toMatchObject({ code: "SQLITE_ERROR" })
      expect((yield* Effect.flip(reading.executeRaw("DELETE FROM hall", []))).cause).toMatchObject({ code: "SQLITE_READONLY" })
      expect(yield* reading.execute("SELECT 1 AS one", [], undefined)).toEqual([{ one: 1 }])
    }))

  it.scopedLive("fails where there is no file, and reads it once there is one", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      const reading = yield* ReadingThread.open(filename, [])
      const one = reading.execute("SELECT 1 AS one", [], undefined)
      expect((yield* Effect.flip(one)).cause).toMatchObject({ code: "SQLITE_CANTOPEN" })
      new Sqlite(filename).exec("CREATE TABLE hall (uid INTEGER)").close()
      expect(yield* one).toEqual([{ one: 1 }])
    }))

  it.scopedLive("ends with its scope: what it has not answered fails", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      new Sqlite(filename).exec("CREATE TABLE hall (uid INTEGER)").close()
      const scope = yield* Scope.make()
      const reading = yield* Scope.extend(ReadingThread.open(filename, []), scope)
      yield* reading.execute("SELECT 1", [], undefined)
      const long = reading.execute(`${numbers(1_000_000)} SELECT count(*) FROM n`, [], undefined)
      const both = yield* Effect.fork(Effect.exit(Effect.all([long, long], { concurrency: 2 })))
      yield* Effect.sleep(1)
      yield* Scope.close(scope, Exit.void)
      expect(Exit.isFailure(yield* Fiber.join(both))).toBe(true)
    }))
})
