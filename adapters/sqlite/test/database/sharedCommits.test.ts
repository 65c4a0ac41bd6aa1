import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import type { SqlError } from "@effect/sql/SqlError"
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as SqliteDatabase from "../../src/SqliteDatabase.js"
import { temporaryFile } from "../temporaryFile.js"

/** However slow the machine is, who begins before the commit shares it. */
const unhurried = { transactions_max: 4, join_ms_max: Number.POSITIVE_INFINITY }

const sharing = { rollbackWhole: true, sharesCommit: true }

const opened = Effect.gen(function*() {
  const filename = yield* temporaryFile
  const database = yield* SqliteDatabase.open(filename, {}, unhurried)
  const other = yield* SqliteDatabase.open(filename)
  yield* database.writeUnchecked("test", database.sql`CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT`)
  yield* database.writeUnchecked(
    "test",
    database.sql`CREATE TABLE entry (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent (id), content TEXT) STRICT`
  )
  return { database, other }
})

const idsOf = ({ read, sql }: SqlDatabase) =>
  Effect.map(read("test", sql<{ id: number }>`SELECT id FROM entry ORDER BY id`), (rows) => rows.map(({ id }) => id))

/** Writes that may share a commit, and how often each has begun. */
const makeWriting = ({ isInTransaction, readTogether, run, sql, writeUnchecked }: SqlDatabase) => {
  const attempts = new Map<number, number>()
  const write = <A, E>(id: number, then: Effect.Effect<A, E>, options = sharing) =>
    atomically(
      Effect.suspend(() => {
        attempts.set(id, (attempts.get(id) ?? 0) + 1)
        return Effect.zipRight(writeUnchecked("test", sql`INSERT INTO entry (id) VALUES (${id})`), then)
      }),
      options
    ).pipe(Effect.provideService(Transaction, { run, snapshot: readTogether, isActive: isInTransaction }))
  return { attempts, write }
}

/** Writes that begin while the first one holds the connection, so that they share its commit. */
const together = <A, E>(
  write: ReturnType<typeof makeWriting>["write"],
  others: ReadonlyArray<Effect.Effect<A, E>>
): Effect.Effect<ReadonlyArray<Exit.Exit<A | void, E | StoreError>>> =>
  Effect.gen(function*() {
    const begun = yield* Deferred.make<void>()
    const end = yield* Deferred.make<void>()
    const first = yield* Effect.fork(write(1, Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end))))
    yield* Deferred.await(begun)
    const waiting = yield* Effect.forEach(others, Effect.fork)
    yield* Effect.sleep("20 millis")
    yield* Deferred.succeed(end, undefined)
    return [yield* Fiber.await(first), ...yield* Effect.forEach(waiting, Fiber.await)]
  })

describe("transactions that share a commit", () => {
  it.scopedLive("are committed together, in the order in which they ran", () =>
    Effect.gen(function*() {
      const { database, other } = yield* opened
      const { write } = makeWriting(database)
      const order: Array<number> = []
      const seen: Array<ReadonlyArray<number>> = []
      const noting = (id: number) =>
        Effect.tap(
          write(id, Effect.flatMap(idsOf(other), (ids) => Effect.sync(() => void seen.push(ids)))),
          () => Effect.sync(() => void order.push(id))
        )
      yield* together(write, [2, 3, 4, 5].map(noting))
      expect(order).toEqual([2, 3, 4, 5])
      expect(yield* idsOf(other)).toEqual([1, 2, 3, 4, 5])
      // Four share a commit: the next one begins after it.
      expect(seen).toEqual([[], [], [], [1, 2, 3, 4]])
    }))

  it.scopedLive("end with an error of their own, without what they wrote, beside others that succeed", () =>
    Effect.gen(function*() {
      const { database, other } = yield* opened
      const { attempts, write } = makeWriting(database)
      const exits = yield* together(write, [
        write(2, Effect.fail("refused" as const)),
        write(3, Effect.die("broken")),
        write(4, Effect.interrupt)
      ])
      expect(exits.map(Exit.isSuccess)).toEqual([true, false, false, false])
      expect(exits.slice(1)).toEqual([Exit.fail("refused"), Exit.die("broken"), expect.objectContaining({ _tag: "Failure" })])
      expect(yield* idsOf(other)).toEqual([1])
      expect([...attempts.values()]).toEqual([1, 1, 1, 1])
    }))

  it.scopedLive("run again alone when their commit fails, so that only the one whose commit fails has its error", () =>
    Effect.gen(function*() {
      const { database, other } = yield* opened
      const { attempts, write } = makeWriting(database)
      const { sql } = database
      // The constraint is checked by COMMIT.
      const orphan = Effect.zipRight(sql`PRAGMA defer_foreign_keys = ON`, sql`UPDATE entry SET parent = 7 WHERE id = 2`)
      const [first, second, third, fourth] = yield* together<void, StoreError | SqlError | "refused">(write, [
        write(2, orphan),
        write(3, Effect.void),
        write(4, Effect.fail("refused" as const))
      ])
      expect(first).toEqual(Exit.succeed(undefined))
      expect(second).toMatchObject({ cause: { error: { reason: "Corrupt", operation: "Transaction.run" } } })
      expect(third).toEqual(Exit.succeed(undefined))
      // What it was refused for was never committed: it is asked again.
      expect(fourth).toEqual(Exit.fail("refused"))
      expect(yield* idsOf(other)).toEqual([1, 3])
      expect([...attempts.values()]).toEqual([2, 2, 2, 2])
    }))

  it.scopedLive("run again alone when the database rolls the transaction back under one of them", () =>
    Effect.gen(function*() {
      const { database, other } = yield* opened
      const { attempts, write } = makeWriting(database)
      const exits = yield* together(write, [
        write(
          2,
          Effect.zipRight(database.sql`ROLLBACK`, Effect.fail(new StoreError({ reason: "Unavailable", operation: "test", cause: null })))
        ),
        write(3, Effect.void)
      ])
      expect(exits.map(Exit.isSuccess)).toEqual([true, false, true])
      expect(exits[1]).toMatchObject({ cause: { error: { reason: "Unavailable", operation: "test" } } })
      expect(yield* idsOf(other)).toEqual([1, 3])
      expect(attempts.get(1)).toBe(2)
      expect(attempts.get(2)).toBe(2)
    }))

  it.scopedLive("fail alone on a full disk", () =>
    Effect.gen(function*() {
      const { database, other } = yield* opened
      const { write } = makeWriting(database)
      const { sql } = database
      yield* database.writeUnchecked("test", sql`PRAGMA max_page_count = 64`)
      const exits = yield* together(write, [
        write(2, database.writeUnchecked("test", sql`UPDATE entry SET content = hex(zeroblob(500000)) WHERE id = 2`)),
        write(3, Effect.void)
      ])
      expect(exits.map(Exit.isSuccess)).toEqual([true, false, true])
      expect(exits[1]).toMatchObject({ cause: { error: { reason: "Unavailable" } } })
      expect(yield* idsOf(other)).toEqual([1, 3])
    }))

  it.scopedLive("are committed before a transaction that shares none", () =>
    Effect.gen(function*() {
      const { database, other } = yield* opened
      const { write } = makeWriting(database)
      const seen = write(2, idsOf(other), { rollbackWhole: true, sharesCommit: false })
      const [, ids] = yield* together(write, [seen])
      expect(ids).toEqual(Exit.succeed([1]))
    }))
})

it.scopedLive("a lone write that may share a commit fails with the error of its commit, and runs once", () =>
  Effect.gen(function*() {
    const { database, other } = yield* opened
    const { attempts, write } = makeWriting(database)
    const { sql } = database
    const orphan = Effect.zipRight(sql`PRAGMA defer_foreign_keys = ON`, sql`UPDATE entry SET parent = 7 WHERE id = 1`)
    const outcome = yield* Effect.either(write(1, orphan))
    expect(Either.isLeft(outcome) ? outcome.left : null).toMatchObject({ reason: "Corrupt" })
    expect(yield* idsOf(other)).toEqual([])
    expect([...attempts.values()]).toEqual([1])
  }))
