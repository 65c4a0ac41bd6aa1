import { storeError } from "@agenda-engine/sql/database/mapSqlError"
import type { Connection } from "@effect/sql/SqlConnection"
import { describe, expect, it } from "@effect/vitest"
import Sqlite from "better-sqlite3"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Worker } from "node:worker_threads"
import { vi } from "vitest"
import * as ReadingThread from "../../src/ReadingThread.js"
import { sqliteDialect } from "../../src/sqliteDialect.js"
import { temporaryFile } from "../temporaryFile.js"

/** A connection each statement of which is a use of its own. */
const one = ({ once }: ReadingThread.ReadingThread): Connection => ({
  execute: (...of) => once((connection) => connection.execute(...of)),
  executeRaw: (...of) => once((connection) => connection.executeRaw(...of)),
  executeUnprepared: (...of) => once((connection) => connection.executeUnprepared(...of)),
  executeValues: (...of) => once((connection) => connection.executeValues(...of)),
  executeStream: () => Stream.empty
})

/** The next thread that starts. */
const nextWorker = (): Promise<Worker> => new Promise((resolve) => process.once("worker", resolve))

/** Longer than any read of these tests waits. */
const waiting = { busy_ms: 60_000 }

const opened = Effect.gen(function*() {
  const filename = yield* temporaryFile
  const owner = yield* Effect.acquireRelease(Effect.sync(() => new Sqlite(filename)), (database) => Effect.sync(() => database.close()))
  owner.exec("PRAGMA journal_mode = WAL; CREATE TABLE hall (uid INTEGER, name TEXT); INSERT INTO hall VALUES (1, 'Forum'), (2, NULL)")
  const thread = yield* ReadingThread.open(filename, ["PRAGMA busy_timeout = 1000"], waiting)
  return { owner, reading: one(thread), thread }
})

const numbers = (count: number) => `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`

describe("a reading thread", () => {
  it.scopedLive("returns the same rows as a connection of the main thread, in any number", () =>
    Effect.gen(function*() {
      const { reading } = yield* opened
      const text = "SELECT name, uid AS number FROM hall WHERE uid >= ? ORDER BY uid"
      expect(yield* reading.execute(text, [1], undefined)).toEqual([{ name: "Forum", number: 1 }, { name: null, number: 2 }])
      expect(yield* reading.executeValues(text, [2])).toEqual([[null, 2]])
      const many = yield* reading.execute(`${numbers(1_203)} SELECT i FROM n`, [], undefined)
      expect(many).toEqual(Array.from({ length: 1_203 }, (_, index) => ({ i: index + 1 })))
      expect(yield* reading.execute("SELECT uid FROM hall WHERE uid > 5", [], undefined)).toEqual([])
    }))

  it.scopedLive("reads one snapshot between BEGIN and ROLLBACK", () =>
    Effect.gen(function*() {
      const { owner, thread } = yield* opened
      yield* thread.once((connection) =>
        Effect.gen(function*() {
          const count = Effect.map(connection.execute("SELECT count(*) AS found FROM hall", [], undefined), ([row]) => row)
          yield* connection.execute("BEGIN", [], undefined)
          expect(yield* count).toEqual({ found: 2 })
          owner.exec("INSERT INTO hall VALUES (3, 'Odéon')")
          expect(yield* count).toEqual({ found: 2 })
          yield* connection.execute("ROLLBACK", [], undefined)
          expect(yield* count).toEqual({ found: 3 })
        })
      )
    }))

  it.scopedLive("fails the first statement of a transaction that cannot begin", () =>
    Effect.gen(function*() {
      const { thread } = yield* opened
      const within = yield* thread.once((connection) =>
        Effect.gen(function*() {
          yield* connection.execute("BEGIN", [], undefined)
          yield* connection.execute("SELECT uid FROM hall", [], undefined)
          yield* connection.execute("BEGIN", [], undefined)
          return yield* Effect.flip(connection.execute("SELECT uid FROM hall", [], undefined))
        })
      )
      expect(within.cause).toMatchObject({ message: "cannot start a transaction within a transaction" })
    }))

  it.scopedLive("does not block the main thread while a statement runs", () =>
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

  it.scopedLive("fails with the driver's code, and continues", () =>
    Effect.gen(function*() {
      const { reading } = yield* opened
      expect((yield* Effect.flip(reading.execute("SELECT nothing FROM hall", [], undefined))).cause).toMatchObject({ code: "SQLITE_ERROR" })
      expect((yield* Effect.flip(reading.executeRaw("DELETE FROM hall", []))).cause).toMatchObject({ code: "SQLITE_READONLY" })
      expect(yield* reading.execute("SELECT 1 AS one", [], undefined)).toEqual([{ one: 1 }])
    }))

  it.scopedLive("fails without a file, and reads it once it exists", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      const reading = one(yield* ReadingThread.open(filename, [], waiting))
      const selected = reading.execute("SELECT 1 AS one", [], undefined)
      expect((yield* Effect.flip(selected)).cause).toMatchObject({ code: "SQLITE_CANTOPEN" })
      new Sqlite(filename).exec("CREATE TABLE hall (uid INTEGER)").close()
      expect(yield* selected).toEqual([{ one: 1 }])
    }))

  it.scopedLive("sends no more rows of an interrupted read", () =>
    Effect.gen(function*() {
      const { reading } = yield* opened
      const started = nextWorker()
      yield* reading.execute("SELECT 1", [], undefined)
      const worker = yield* Effect.promise(() => started)
      let messages = 0
      worker.on("message", () => messages++)
      const first = new Promise((resolve) => worker.once("message", resolve))
      const long = yield* Effect.fork(reading.execute(`${numbers(200_000)} SELECT i FROM n`, [], undefined))
      yield* Effect.promise(() => first)
      yield* Fiber.interrupt(long)
      expect(yield* reading.execute("SELECT 1 AS one", [], undefined)).toEqual([{ one: 1 }])
      // All rows would be 400 messages.
      expect(messages).toBeLessThan(10)
    }))

  it.scopedLive("fails the rest of a snapshot whose thread has ended, and begins the next one on another thread", () =>
    Effect.gen(function*() {
      const { thread } = yield* opened
      const count = (connection: Connection) => connection.execute("SELECT count(*) AS found FROM hall", [], undefined)
      const started = nextWorker()
      const snapshot = thread.once((connection) =>
        Effect.gen(function*() {
          yield* connection.execute("BEGIN", [], undefined)
          const worker = yield* Effect.promise(() => started)
          yield* Effect.promise(() => worker.terminate())
          return yield* count(connection)
        })
      )
      expect((yield* Effect.flip(snapshot)).cause).toMatchObject({ code: "SQLITE_CANTOPEN" })
      expect(yield* thread.once(count)).toEqual([{ found: 2 }])
    }))

  it.scopedLive("refuses a read when the queue is full", () =>
    Effect.gen(function*() {
      const { thread } = yield* opened
      const gate = yield* Deferred.make<void>()
      const read = thread.once((connection) => Effect.zipRight(Deferred.await(gate), connection.execute("SELECT 1 AS one", [], undefined)))
      const fibers = yield* Effect.forEach(Array.from({ length: ReadingThread.reads_max }), () => Effect.fork(read))
      yield* Effect.yieldNow()
      const refused = yield* Effect.flip(read)
      expect(storeError(sqliteDialect, "EventSearch.search", refused)).toMatchObject({ reason: "Busy" })
      // An interrupted one frees its turn for another.
      yield* Effect.forEach(fibers.slice(-1), Fiber.interrupt)
      const last = yield* Effect.fork(read)
      yield* Effect.yieldNow()
      yield* Deferred.succeed(gate, undefined)
      expect(yield* Fiber.join(last)).toEqual([{ one: 1 }])
      expect(yield* read).toEqual([{ one: 1 }])
    }))

  it.scopedLive("fails a read with Busy when it waits too long, and continues reading afterwards", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      new Sqlite(filename).exec("CREATE TABLE hall (uid INTEGER)").close()
      const thread = yield* ReadingThread.open(filename, [], { busy_ms: 20 })
      const gate = yield* Deferred.make<void>()
      const one = (connection: Connection) => connection.execute("SELECT 1 AS one", [], undefined)
      // The turn itself may take longer than any wait for it.
      const first = yield* Effect.fork(thread.once((connection) => Effect.zipRight(Deferred.await(gate), one(connection))))
      yield* Effect.yieldNow()
      const late = yield* Effect.all([1, 2, 3].map(() => Effect.flip(thread.once(one))), { concurrency: "unbounded" })
      expect(late.map((error) => storeError(sqliteDialect, "EventSearch.search", error).reason)).toEqual(["Busy", "Busy", "Busy"])
      yield* Deferred.succeed(gate, undefined)
      expect(yield* Fiber.join(first)).toEqual([{ one: 1 }])
      expect(yield* thread.once(one)).toEqual([{ one: 1 }])
    }))

  it.scopedLive("interrupts a caller while its statement runs, and releases the thread when the transaction is rolled back", () =>
    Effect.gen(function*() {
      const { thread } = yield* opened
      const noted: Array<string> = []
      const note = (text: string) => Effect.sync(() => noted.push(text))
      yield* thread.once((connection) => connection.execute("SELECT 1", [], undefined))
      const asked = yield* Deferred.make<void>()
      const long = yield* Effect.fork(thread.once((connection) =>
        Effect.acquireUseRelease(
          connection.execute("BEGIN", [], undefined),
          () =>
            Effect.zipRight(
              Deferred.succeed(asked, undefined),
              connection.execute(`${numbers(3_000_000)} SELECT count(*) AS found FROM n`, [], undefined)
            ),
          () => Effect.zipRight(Effect.ignore(connection.execute("ROLLBACK", [], undefined)), note("rolled back"))
        )
      ))
      yield* Deferred.await(asked)
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(long)
      yield* note("interrupted")
      yield* thread.once((connection) => Effect.zipRight(note("next"), connection.execute("BEGIN", [], undefined)))
      expect(noted).toEqual(["interrupted", "rolled back", "next"])
    }))

  it.scopedLive("ends with its scope and fails unanswered reads", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      new Sqlite(filename).exec("CREATE TABLE hall (uid INTEGER)").close()
      const scope = yield* Scope.make()
      const reading = one(yield* Scope.extend(ReadingThread.open(filename, [], waiting), scope))
      yield* reading.execute("SELECT 1", [], undefined)
      const long = reading.execute(`${numbers(1_000_000)} SELECT count(*) FROM n`, [], undefined)
      const both = yield* Effect.fork(Effect.exit(Effect.all([long, long], { concurrency: 2 })))
      yield* Effect.sleep(1)
      yield* Scope.close(scope, Exit.void)
      expect(Exit.isFailure(yield* Fiber.join(both))).toBe(true)
      expect((yield* Effect.flip(long)).cause).toMatchObject({ code: "SQLITE_CANTOPEN" })
    }))

  it.scopedLive("ends when enough threads of other files were used after it, and starts again", () =>
    Effect.gen(function*() {
      const count = ReadingThread.idle_max + 3
      const files = yield* Effect.all(Array.from({ length: count }, () => opened))
      const running = new Set<Worker>()
      const note = (worker: Worker) => {
        running.add(worker)
        worker.once("exit", () => running.delete(worker))
      }
      yield* Effect.acquireRelease(Effect.sync(() => process.on("worker", note)), () => Effect.sync(() => process.off("worker", note)))
      const read = ({ reading }: (typeof files)[number]) => reading.execute("SELECT uid FROM hall WHERE uid = 1", [], undefined)
      const used = Effect.gen(function*() {
        const release = yield* Deferred.make<void>()
        const rows = files.map(({ thread }) =>
          thread.once((connection) =>
            Effect.zipRight(
              connection.execute("SELECT 1", [], undefined),
              Effect.zipRight(
                Deferred.await(release),
                connection.execute("SELECT uid FROM hall WHERE uid = 1", [], undefined)
              )
            )
          )
        )
        const fiber = yield* Effect.fork(Effect.all(rows, { concurrency: "unbounded" }))
        yield* Effect.yieldNow()
        yield* Deferred.succeed(release, undefined)
        return yield* Fiber.join(fiber)
      })
      for (const file of files) expect(yield* read(file)).toEqual([{ uid: 1 }])
      yield* Effect.promise(() => vi.waitFor(() => expect(running.size).toBe(ReadingThread.idle_max), 10_000))
      for (const file of files) expect(yield* read(file)).toEqual([{ uid: 1 }])
      expect(yield* used).toEqual(files.map(() => [{ uid: 1 }]))
      yield* Effect.promise(() => vi.waitFor(() => expect(running.size).toBe(ReadingThread.idle_max), 10_000))
    }))
})
