import { sampleAgenda } from "@agenda-engine/conformance/testing/SampleRecords"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import { describe, expect, it } from "@effect/vitest"
import Sqlite from "better-sqlite3"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqliteStores from "../../src/SqliteStores.js"
import { temporaryFile } from "../temporaryFile.js"
import { useMigratedFiles } from "./useMigratedFiles.js"

const migratedFile = useMigratedFiles()

const putAgenda = (uid: number) => atomically(Effect.flatMap(AgendaStore, (agendas) => agendas.put(sampleAgenda(uid))))

const agendaUids = Effect.flatMap(AgendaStore, (agendas) => Effect.map(agendas.scan(0, 10), (found) => found.map(({ uid }) => uid)))

/** Another connection that holds a lock of a file until the scope closes. Answers how it lets go before. */
const holding = (filename: string, begin = "BEGIN IMMEDIATE") =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const other = new Sqlite(filename)
      other.exec(begin)
      return other
    }),
    (other) => Effect.sync(() => other.close())
  ).pipe(Effect.map((other) => Effect.sync(() => other.exec("ROLLBACK"))))

const uids = [2, 3, 4, 5, 6, 7]

const writeAll = Effect.all(uids.map((uid) => Effect.flip(putAgenda(uid))), { concurrency: "unbounded" })

describe("a file whose write lock another connection holds", () => {
  it.scopedLive("fails all writers with Busy within one bound, without a retry, and does not block readers", () =>
    Effect.gen(function*() {
      const filename = yield* migratedFile
      yield* holding(filename)
      yield* Effect.gen(function*() {
        const [alone] = yield* Effect.timed(Effect.flip(putAgenda(1)))
        const [together, failures] = yield* Effect.timed(writeAll)
        expect(failures.map(({ reason }) => reason)).toEqual(uids.map(() => "Busy"))
        // One after the other they would take six times as long, and with retries ten times that.
        expect(Duration.toMillis(together) / Duration.toMillis(alone)).toBeLessThan(3)
        expect(yield* agendaUids).toEqual([])
      }).pipe(Effect.provide(SqliteStores.layer({ filename, busyTimeout: "1 second" })))
    }))

  it.scopedLive("lets the first writers in when the lock is released", () =>
    Effect.gen(function*() {
      const filename = yield* migratedFile
      const release = yield* holding(filename)
      yield* Effect.gen(function*() {
        const writers = yield* Effect.fork(Effect.all([1, 2, 3].map(putAgenda), { concurrency: "unbounded" }))
        yield* Effect.sleep("50 millis")
        yield* release
        yield* Fiber.join(writers)
        expect(yield* agendaUids).toEqual([1, 2, 3])
      }).pipe(Effect.provide(SqliteStores.layer({ filename, busyTimeout: "1 minute" })))
    }))
})

it.scopedLive("a writer that waits for its turn can be interrupted, and the turn is not lost", () =>
  Effect.gen(function*() {
    yield* Effect.gen(function*() {
      const { run } = yield* Transaction
      const begun = yield* Deferred.make<void>()
      const end = yield* Deferred.make<void>()
      const writing = yield* Effect.fork(run(Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end))))
      yield* Deferred.await(begun)
      const waiting = yield* Effect.forEach([1, 2, 3], (uid) => Effect.fork(putAgenda(uid)))
      yield* Effect.sleep("50 millis")
      // The transaction before them has not ended.
      expect((yield* Effect.forEach(waiting, Fiber.interrupt)).map(Exit.isInterrupted)).toEqual([true, true, true])
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(writing)
      yield* putAgenda(4)
      expect(yield* agendaUids).toEqual([4])
    }).pipe(Effect.provide(SqliteStores.layer({ filename: yield* migratedFile })))
  }))

it.scopedLive("a file that another connection has locked exclusively fails to open with Busy", () =>
  Effect.gen(function*() {
    const filename = yield* temporaryFile
    yield* holding(filename, "BEGIN EXCLUSIVE")
    const error = yield* Effect.flip(Effect.scoped(Layer.build(SqliteStores.layer({ filename, busyTimeout: "100 millis" }))))
    expect(error.reason).toBe("Busy")
  }))
