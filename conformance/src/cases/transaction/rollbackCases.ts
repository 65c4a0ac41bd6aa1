import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { RollbackWhole } from "@agenda-engine/core/ports/Transaction"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { type Case, demand } from "../../Case.js"
import { expectAnswer, expectEqual } from "../../expect.js"
import { transact } from "../../storeCalls.js"

/** What the transactions of these cases write and read: one kind of record, and in `write` any others. */
interface Written<R extends Stores> {
  /** Where the ids of the cases begin. */
  readonly prefix: string
  /** Ends the titles about all writes: empty, or ` in every port`. */
  readonly everywhere: string
  /** Puts record 1 in version 1. */
  readonly filled: Effect.Effect<void, StoreError, R>
  /** Replaces record 1, puts record 2 in version 1, and writes more. */
  readonly write: Effect.Effect<void, StoreError, R>
  /** Fails unless the store is as after `filled`; then puts record 2. */
  readonly expectUntouched: Effect.Effect<void, unknown, R>
  readonly put: (uid: number, version?: number) => Effect.Effect<void, StoreError, R>
  /** Puts a record with a unique key of record 1: a `Conflict`. */
  readonly putTaken: (uid: number) => Effect.Effect<void, StoreError, R>
  /** The version of a record; null when there is none. */
  readonly version: (uid: number) => Effect.Effect<number | null, StoreError, R>
  /** The uids of a search, ascending. */
  readonly uids: Effect.Effect<ReadonlyArray<number>, StoreError, R>
}

/** The demands on what a transaction that fails leaves, and on nested ones. */
export const rollbackCases = <R extends Stores>(
  { everywhere, expectUntouched, filled, prefix, put, putTaken, uids, version, write }: Written<R>
): ReadonlyArray<Case> => [
  demand(
    `${prefix}.rollback.failure`,
    "Transaction.run",
    `a failed transaction rolls back its writes${everywhere} and fails with the same error`
  )(function*() {
    yield* filled
    const outcome = yield* Effect.flip(transact(Effect.zipRight(write, Effect.fail("changed my mind"))))
    yield* expectEqual("the failure", outcome, "changed my mind")
    yield* expectUntouched
  }),
  demand(`${prefix}.rollback.defect`, "Transaction.run", "a defect rolls back the transaction and stays a defect")(function*() {
    yield* filled
    const exit = yield* Effect.exit(transact(Effect.zipRight(write, Effect.die(new Error("a fault in the program")))))
    const defect = Exit.isFailure(exit) && exit.cause._tag === "Die" ? String(exit.cause.defect) : exit._tag
    yield* expectEqual("the defect", defect, "Error: a fault in the program")
    yield* expectUntouched
  }),
  demand(`${prefix}.rollback.interruption`, "Transaction.run", "an interruption rolls back the transaction")(function*() {
    yield* filled
    const written = yield* Deferred.make<void>()
    const fiber = yield* Effect.fork(transact(write.pipe(
      Effect.zipRight(Deferred.succeed(written, undefined)),
      Effect.zipRight(Effect.never)
    )))
    yield* Deferred.await(written)
    yield* Fiber.interrupt(fiber)
    yield* expectUntouched
  }),
  demand(`${prefix}.rollback.conflict`, "Transaction.run", "a `Conflict` of a write rolls back the earlier writes of the transaction")(
    function*() {
      yield* filled
      yield* Effect.exit(transact(Effect.zipRight(put(2), putTaken(3))))
      yield* expectAnswer("the record put before the conflict", version(2), null)
    }
  ),
  demand(
    `${prefix}.rollback-whole.conflict`,
    "Transaction.run",
    "under `RollbackWhole`, a `Conflict` in a nested `run` rolls back the whole transaction"
  )(function*() {
    yield* filled
    const part = transact(Effect.zipRight(put(2), putTaken(3)))
    yield* Effect.exit(transact(Effect.provideService(Effect.zipRight(put(4), part), RollbackWhole, true)))
    yield* expectAnswer("the record put in the same part", version(2), null)
    yield* expectAnswer("the record put before it", version(4), null)
    yield* transact(Effect.provideService(transact(put(2)), RollbackWhole, true))
    yield* expectAnswer("the record of one that succeeds", version(2), 1)
  }),
  demand(
    `${prefix}.nested.joins`,
    "Transaction.run",
    "a nested `run` joins the outer transaction: its writes roll back when the outer one fails"
  )(function*() {
    yield* filled
    yield* Effect.exit(transact(Effect.gen(function*() {
      yield* transact(write)
      yield* expectAnswer("inside, after the inner run", version(2), 1)
      return yield* Effect.fail("outer")
    })))
    yield* expectUntouched
    yield* transact(Effect.zipRight(transact(put(5)), put(6)))
    yield* expectAnswer("the records of both runs", uids, [1, 2, 5, 6])
  }),
  demand(
    `${prefix}.nested.undone`,
    "Transaction.run",
    "a nested `run` that fails rolls back only its own writes, and the outer transaction continues"
  )(function*() {
    yield* filled
    yield* transact(Effect.gen(function*() {
      yield* put(5)
      yield* Effect.exit(transact(Effect.gen(function*() {
        yield* put(6)
        yield* put(5, 9)
        yield* transact(put(7))
        return yield* Effect.fail("inner")
      })))
      yield* expectAnswer("inside, the record of the inner run", version(6), null)
      yield* put(8)
    }))
    yield* expectAnswer("the records", uids, [1, 5, 8])
    yield* expectAnswer("the record that the inner run replaced", version(5), 1)
  }),
  demand(`${prefix}.isolation.uncommitted`, "Transaction.run", "readers outside never see uncommitted or partly committed writes")(
    function*() {
      yield* filled
      const written = yield* Deferred.make<void>()
      const readers = yield* Effect.fork(
        Effect.zipRight(Deferred.await(written), Effect.forEach([1, 2, 3, 4], () => uids, { concurrency: "unbounded" }))
      )
      yield* Effect.exit(transact(Effect.gen(function*() {
        yield* put(2)
        yield* put(3)
        yield* Deferred.succeed(written, undefined)
        yield* Effect.sleep(50)
        return yield* Effect.fail("undo")
      })))
      yield* Effect.forEach(yield* Fiber.join(readers), (seen) => expectEqual("what a reader saw", seen, [1]))
    }
  )
]
