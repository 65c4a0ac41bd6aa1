import { countOf, loggedPages } from "@agenda-engine/core/domain/engineMetrics"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import { describe, expect, it } from "@effect/vitest"
import Sqlite from "better-sqlite3"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schedule from "effect/Schedule"
import { existsSync, statSync } from "node:fs"
import type { Worker } from "node:worker_threads"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import { temporaryFile } from "../temporaryFile.js"

/** Bytes of a page of the log with the header of its frame. */
const frame_bytes = 4_096 + 24

/** Pages of the log from which SQLite itself checkpoints in a commit. */
const own_pages = 8_000

/** Milliseconds that a commit waits for the thread. */
const wait_ms = 1_000

/** Some 50 pages. */
const content_bytes = 200_000

const pagesOf = (filename: string): number => Math.floor(statSync(`${filename}-wal`).size / frame_bytes)

/** Notes the threads that start. */
const startedWorkers = Effect.acquireRelease(
  Effect.sync(() => {
    const workers: Array<Worker> = []
    const note = (worker: Worker): void => void workers.push(worker)
    process.on("worker", note)
    return { workers, note }
  }),
  ({ note }) => Effect.sync(() => process.off("worker", note))
).pipe(Effect.map(({ workers }) => workers))

/** A logger that notes the messages and annotations of its lines. */
const notedLines = () => {
  const lines: Array<unknown> = []
  const logger = Logger.make(({ annotations, message }) => void lines.push([message, Object.fromEntries(annotations)]))
  return { lines, logger: Logger.replace(Logger.defaultLogger, logger) }
}

const openFiller = (filename: string) =>
  Effect.tap(
    SqliteDatabase.open(filename),
    ({ sql, writeUnchecked }) =>
      writeUnchecked("test", sql`CREATE TABLE IF NOT EXISTS filler (id INTEGER PRIMARY KEY, content BLOB) STRICT`)
  )

/** Replaces content again and again: the file stays small, the log would not. */
const fill = ({ isInTransaction, readTogether, run, sql, writeUnchecked }: SqlDatabase, id: number) =>
  atomically(writeUnchecked("test", sql`INSERT OR REPLACE INTO filler VALUES (${id % 20}, randomblob(${content_bytes}))`), {
    rollbackWhole: true,
    sharesCommit: true
  }).pipe(Effect.provideService(Transaction, { run, snapshot: readTogether, isActive: isInTransaction }))

/** Returns the milliseconds of the slowest write. */
const fillAll = (database: SqlDatabase, count: number, writers: number, after: Effect.Effect<void> = Effect.void) =>
  Effect.forEach(
    Array.from({ length: count }, (_, id) => id),
    (id) => Effect.map(Effect.timed(Effect.zipRight(fill(database, id), after)), ([elapsed]) => Duration.toMillis(elapsed)),
    { concurrency: writers }
  ).pipe(Effect.map((elapsed) => Math.max(...elapsed)))

/** Fills until the log has restarted. */
const fillUntilRestart = (database: SqlDatabase) => Effect.repeat(fillAll(database, 20, 4), { until: () => countOf(loggedPages) < 1_500 })

/** Takes the questions to the thread once it runs, until the function that it returns is called. */
const onQuestions = (
  database: SqlDatabase,
  workers: ReadonlyArray<Worker>,
  take: (question: object, post: (question: object) => void) => void
) =>
  Effect.gen(function*() {
    yield* Effect.repeat(fillAll(database, 20, 4), { until: () => workers.length > 0 })
    yield* fillUntilRestart(database)
    const worker = yield* Effect.fromNullable(workers[0])
    const post: (question: object) => void = worker.postMessage.bind(worker)
    worker.postMessage = (question: object) => take(question, post)
    return () => {
      worker.postMessage = post
    }
  })

/** A reader whose snapshot lasts until the scope closes. */
const openReader = (filename: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const reader = new Sqlite(filename, { readonly: true })
      reader.exec("BEGIN")
      reader.prepare("SELECT count(*) FROM filler").get()
      return reader
    }),
    (reader) => Effect.sync(() => reader.close())
  )

describe("checkpoints", () => {
  it.scopedLive.each([1, 16])(
    "keep the log of %i writers without a gap so short that no commit copies it",
    (writers) =>
      Effect.gen(function*() {
        const filename = yield* temporaryFile
        const database = yield* openFiller(filename)
        let longest = 0
        let measured = 0
        const slowest = yield* fillAll(
          database,
          400,
          writers,
          Effect.sync(() => {
            longest = Math.max(longest, pagesOf(filename))
            measured = Math.max(measured, countOf(loggedPages))
          })
        )
        // 20 000 pages were written.
        expect(longest).toBeGreaterThan(2_000)
        // A commit waits a second at most, so that a disk that is slower than this bounds nothing.
        if (slowest < wait_ms) expect(longest).toBeLessThan(own_pages)
        expect(measured).toBeGreaterThan(2_000)
        expect(measured).toBeLessThanOrEqual(longest)
      })
  )

  it.scopedLive("restart the log once a long snapshot ends, and let nobody wait before", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      const database = yield* openFiller(filename)
      yield* fillAll(database, 5, 1)
      yield* Effect.scoped(Effect.zipRight(openReader(filename), fillAll(database, 200, 4)))
      const longest = pagesOf(filename)
      expect(longest).toBeGreaterThan(own_pages)
      yield* fillAll(database, 100, 4)
      expect(pagesOf(filename)).toBeLessThanOrEqual(longest)
      expect(countOf(loggedPages)).toBeLessThan(own_pages)
    }))

  it.scopedLive("of several files run on one thread, which ends with the last of them, without a log", () =>
    Effect.gen(function*() {
      const workers = yield* startedWorkers
      const [one, other] = [yield* temporaryFile, yield* temporaryFile]
      yield* Effect.scoped(Effect.gen(function*() {
        const databases = [yield* openFiller(one), yield* openFiller(other)]
        expect(workers).toHaveLength(0)
        yield* Effect.forEach(databases, (database) => fillAll(database, 50, 4), { concurrency: 2 })
        expect(workers).toHaveLength(1)
        expect(countOf(loggedPages)).toBeGreaterThan(0)
      }))
      expect(workers[0]?.threadId).toBe(-1)
      expect([one, other].map((filename) => existsSync(`${filename}-wal`))).toEqual([false, false])
      expect(countOf(loggedPages)).toBe(0)
    }))

  it.scopedLive("are tried again after a failure, which is logged once", () =>
    Effect.gen(function*() {
      const { lines, logger } = notedLines()
      const workers = yield* startedWorkers
      const filename = yield* temporaryFile
      const database = yield* openFiller(filename)
      const restore = yield* onQuestions(database, workers, (question, post) =>
        post({ ...question, file: -1, filename: "/nowhere/agenda.db" }))
      yield* Effect.provide(fillAll(database, 100, 4), logger)
      expect(lines).toEqual([[
        [expect.stringMatching(/^a checkpoint failed/), expect.objectContaining({ message: expect.stringMatching(/does not exist/) })],
        { file: filename }
      ]])
      expect(countOf(loggedPages)).toBeGreaterThan(3_000)
      const complete: Array<unknown> = []
      workers[0]?.on("message", (answer) =>
        void complete.push(...answer.isComplete ? [answer] : []))
      restore()
      yield* Effect.provide(
        Effect.repeat(fillAll(database, 20, 4), {
          until: () =>
            complete.length > 0
        }),
        logger
      )
      yield* fillUntilRestart(database)
      expect(lines).toHaveLength(1)
      expect(yield* database.run(database.sql`PRAGMA wal_autocheckpoint`)).toEqual([{ wal_autocheckpoint: own_pages }])
    }))

  it.scopedLive("that the disk of another file holds up delay no commit for long", () =>
    Effect.gen(function*() {
      const workers = yield* startedWorkers
      const database = yield* openFiller(yield* temporaryFile)
      const held: Array<() => void> = []
      const restore = yield* onQuestions(database, workers, (question, post) => held.push(() => post(question)))
      const release = Effect.sync(() => {
        restore()
        held.splice(0).forEach((post) => post())
      })
      yield* Effect.addFinalizer(() => release)
      // From 6 000 pages on, commits wait for the thread.
      yield* Effect.repeat(fillAll(database, 5, 4), { until: () => countOf(loggedPages) > 6_500 })
      expect(held).toHaveLength(1)
      yield* release
      yield* fillUntilRestart(database)
    }))

  it.scopedLive("run with commits once their thread has ended, which is logged once", () =>
    Effect.gen(function*() {
      const { lines, logger } = notedLines()
      const workers = yield* startedWorkers
      const filename = yield* temporaryFile
      const database = yield* openFiller(filename)
      // A thread that ends between two checkpoints is started again: it has to end within one.
      const endThreads = Effect.repeat(
        Effect.promise(() => Promise.all(workers.map((worker) => worker.terminate()))),
        { schedule: Schedule.spaced("5 millis"), until: () => lines.length > 0 }
      )
      yield* Effect.forkScoped(endThreads)
      const filling = Effect.repeat(fillAll(database, 50, 4), { until: () => lines.length > 0 })
      yield* Effect.provide(filling, logger)
      const started = workers.length
      yield* Effect.provide(fillAll(database, 100, 4), logger)
      expect(lines).toEqual([[
        [expect.stringMatching(/^the checkpoint thread failed/), expect.objectContaining({ message: "the checkpoint thread ended" })],
        { file: filename }
      ]])
      expect(workers).toHaveLength(started)
      expect(yield* database.run(database.sql`PRAGMA wal_autocheckpoint`)).toEqual([{ wal_autocheckpoint: 1_000 }])
      expect(countOf(loggedPages)).toBeLessThan(own_pages)
    }))
})
