import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { RollbackWhole, type Transaction } from "@agenda-engine/core/ports/Transaction"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { type Case, demand } from "../../Case.js"
import { expectAnswer, expectEqual } from "../../expect.js"
import { agendas, transact, transaction } from "../../storeCalls.js"
import { noon, sampleAgenda } from "../../testing/SampleRecords.js"
import { everyAgenda } from "../../testing/wholePlans.js"

/** Puts an agenda of which `updatedAt` is the version. */
const put = (uid: number, version = 1, slug = `agenda-${uid}`) =>
  agendas((store) => store.put(sampleAgenda(uid, { slug, updatedAt: version })))
const version = (uid: number) => Effect.map(agendas((store) => store.find({ _tag: "Uid", uid })), (record) => record?.updatedAt ?? null)
const uidOfSlug = (slug: string) => Effect.map(agendas((store) => store.find({ _tag: "Slug", slug })), (record) => record?.uid ?? null)

const found = agendas((store) => store.search(everyAgenda))
const foundUids = Effect.map(found, (answer) => answer.agendas.map(({ agenda }) => agenda.uid))
const foundVersions = Effect.map(found, (answer) => answer.agendas.map(({ agenda }) => agenda.updatedAt))

const filled = transact(put(1))
const clock = agendas((store) => store.lock(1))

/** Replaces an agenda, takes its slug for another and sets its clock; all of it must go when the transaction does. */
const writeAgendas = Effect.gen(function*() {
  yield* agendas((store) => store.lock(1))
  yield* agendas((store) => store.setClock(1, { changedAt: noon }))
  yield* put(1, 2, "renamed")
  yield* put(2, 1, "agenda-1")
})

const expectUntouched = Effect.gen(function*() {
  yield* expectAnswer("the agenda that was there", version(1), 1)
  yield* expectAnswer("the agenda put", version(2), null)
  yield* expectAnswer("the agenda of the slug", uidOfSlug("agenda-1"), 1)
  yield* expectAnswer("the agenda of the new slug", uidOfSlug("renamed"), null)
  yield* expectAnswer("the list", foundUids, [1])
  yield* expectAnswer("the clock", transact(clock), { changedAt: 0 })
  yield* transact(put(2, 7))
  yield* expectAnswer("the next transaction's agenda", version(2), 7)
})

/** The demands on `Transaction` within one opened store. They need no port but `AgendaStore`. */
export const transactionCases: ReadonlyArray<Case> = [
  demand(
    "transaction.commit",
    "Transaction.run",
    "a successful transaction commits its writes and returns its value",
    Effect.gen(function*() {
      yield* filled
      yield* expectAnswer("the value", transact(Effect.as(writeAgendas, "value")), "value")
      yield* expectAnswer("the agenda replaced", version(1), 2)
      yield* expectAnswer("the agenda put", uidOfSlug("agenda-1"), 2)
      yield* expectAnswer("the clock", transact(clock), { changedAt: noon })
    })
  ),
  demand(
    "transaction.rollback.failure",
    "Transaction.run",
    "a failed transaction rolls back its writes and fails with the same error",
    Effect.gen(function*() {
      yield* filled
      const outcome = yield* Effect.flip(transact(Effect.zipRight(writeAgendas, Effect.fail("changed my mind"))))
      yield* expectEqual("the failure", outcome, "changed my mind")
      yield* expectUntouched
    })
  ),
  demand(
    "transaction.rollback.defect",
    "Transaction.run",
    "a defect rolls back the transaction and stays a defect",
    Effect.gen(function*() {
      yield* filled
      const exit = yield* Effect.exit(transact(Effect.zipRight(writeAgendas, Effect.die(new Error("a fault in the program")))))
      const defect = Exit.isFailure(exit) && exit.cause._tag === "Die" ? String(exit.cause.defect) : exit._tag
      yield* expectEqual("the defect", defect, "Error: a fault in the program")
      yield* expectUntouched
    })
  ),
  demand(
    "transaction.rollback.interruption",
    "Transaction.run",
    "an interruption rolls back the transaction",
    Effect.gen(function*() {
      yield* filled
      const written = yield* Deferred.make<void>()
      const fiber = yield* Effect.fork(transact(writeAgendas.pipe(
        Effect.zipRight(Deferred.succeed(written, undefined)),
        Effect.zipRight(Effect.never)
      )))
      yield* Deferred.await(written)
      yield* Fiber.interrupt(fiber)
      yield* expectUntouched
    })
  ),
  demand(
    "transaction.rollback.conflict",
    "Transaction.run",
    "a `Conflict` of a write rolls back the earlier writes of the transaction",
    Effect.gen(function*() {
      yield* filled
      yield* Effect.exit(transact(Effect.zipRight(put(2), put(3, 1, "agenda-1"))))
      yield* expectAnswer("the agenda put before the conflict", version(2), null)
    })
  ),
  demand(
    "transaction.rollback-whole.conflict",
    "Transaction.run",
    "under `RollbackWhole`, a `Conflict` in a nested `run` rolls back the whole transaction",
    Effect.gen(function*() {
      yield* filled
      const part = transact(Effect.zipRight(put(2), put(3, 1, "agenda-1")))
      yield* Effect.exit(transact(Effect.provideService(Effect.zipRight(put(4), part), RollbackWhole, true)))
      yield* expectAnswer("the agenda put in the same part", version(2), null)
      yield* expectAnswer("the agenda put before it", version(4), null)
      yield* transact(Effect.provideService(transact(put(2)), RollbackWhole, true))
      yield* expectAnswer("the agenda of one that succeeds", version(2), 1)
    })
  ),
  demand(
    "transaction.reads-own-writes",
    "Transaction.run",
    "inside a transaction, reads see its own writes",
    Effect.gen(function*() {
      yield* filled
      yield* transact(Effect.gen(function*() {
        yield* put(2)
        yield* put(1, 5, "renamed")
        yield* agendas((store) => store.setClock(1, { changedAt: noon + 1 }))
        yield* expectAnswer("the agenda put", version(2), 1)
        yield* expectAnswer("the agenda replaced", version(1), 5)
        yield* expectAnswer("the agenda of its old slug", uidOfSlug("agenda-1"), null)
        yield* expectAnswer("the list", foundVersions, [5, 1])
        yield* expectAnswer("the clock", clock, { changedAt: noon + 1 })
        yield* agendas((store) => store.remove(1))
        yield* expectAnswer("the list after a removal", foundUids, [2])
      }))
    })
  ),
  demand(
    "transaction.nested.joins",
    "Transaction.run",
    "a nested `run` joins the outer transaction: its writes roll back when the outer one fails",
    Effect.gen(function*() {
      yield* filled
      yield* Effect.exit(transact(Effect.gen(function*() {
        yield* transact(writeAgendas)
        yield* expectAnswer("inside, after the inner run", version(2), 1)
        return yield* Effect.fail("outer")
      })))
      yield* expectUntouched
      yield* transact(Effect.zipRight(transact(put(5)), put(6)))
      yield* expectAnswer("the agendas of both runs", foundUids, [1, 2, 5, 6])
    })
  ),
  demand(
    "transaction.nested.undone",
    "Transaction.run",
    "a nested `run` that fails rolls back only its own writes, and the outer transaction continues",
    Effect.gen(function*() {
      yield* filled
      yield* transact(Effect.gen(function*() {
        yield* put(5)
        yield* Effect.exit(transact(Effect.gen(function*() {
          yield* put(6)
          yield* put(5, 9)
          yield* transact(put(7))
          return yield* Effect.fail("inner")
        })))
        yield* expectAnswer("inside, the agenda of the inner run", version(6), null)
        yield* put(8)
      }))
      yield* expectAnswer("the agendas", foundUids, [1, 5, 8])
      yield* expectAnswer("the agenda that the inner run replaced", version(5), 1)
    })
  ),
  demand(
    "transaction.isolation.uncommitted",
    "Transaction.run",
    "readers outside never see uncommitted or partly committed writes",
    Effect.gen(function*() {
      yield* filled
      const written = yield* Deferred.make<void>()
      const readers = yield* Effect.fork(
        Effect.zipRight(Deferred.await(written), Effect.forEach([1, 2, 3, 4], () => foundUids, { concurrency: "unbounded" }))
      )
      yield* Effect.exit(transact(Effect.gen(function*() {
        yield* put(2)
        yield* put(3)
        yield* Deferred.succeed(written, undefined)
        yield* Effect.sleep(50)
        return yield* Effect.fail("undo")
      })))
      yield* Effect.forEach(yield* Fiber.join(readers), (seen) => expectEqual("what a reader saw", seen, [1]))
    })
  ),
  demand(
    "transaction.isolation.whole",
    "Transaction.run",
    "a reader sees all or none of each of several consecutive transactions",
    Effect.gen(function*() {
      const move = (step: number) => transact(Effect.zipRight(put(10, step), put(11, step)))
      yield* move(1)
      const writer = yield* Effect.fork(Effect.forEach(Array.from({ length: 10 }, (_, step) => step + 2), move))
      const seen = yield* Effect.forEach(Array.from({ length: 20 }), () => foundVersions, { concurrency: 4 })
      yield* Fiber.join(writer)
      yield* Effect.forEach(seen, (versions) => expectEqual("the versions a reader saw", versions, [versions[0], versions[0]]))
      yield* expectAnswer("the versions in the end", foundVersions, [11, 11])
    })
  ),
  demand(
    "transaction.lock.serialises",
    "AgendaStore.lock",
    "writers that lock one agenda run one after the other and lose no clock update",
    Effect.gen(function*() {
      yield* filled
      const tick = atomically(Effect.gen(function*() {
        const before = yield* clock
        yield* Effect.sleep(1)
        yield* agendas((store) => store.setClock(1, { changedAt: (before?.changedAt ?? 0) + 1 }))
      }))
      yield* Effect.forEach(Array.from({ length: 12 }), () => tick, { concurrency: 6, discard: true })
      yield* expectAnswer("the clock after twelve ticks", transact(clock), { changedAt: 12 })
    })
  ),
  demand(
    "transaction.snapshot.consistent",
    "Transaction.snapshot",
    "reads in a snapshot see one committed state while another writer commits",
    Effect.gen(function*() {
      yield* filled
      const write = (step: number) => transact(Effect.zipRight(put(1, step), put(2, step)))
      yield* write(1)
      const read = transaction(({ snapshot }) =>
        snapshot(Effect.gen(function*() {
          const before = yield* version(1)
          yield* Effect.sleep(1)
          const other = yield* version(2)
          yield* Effect.sleep(1)
          return [before === other, before === (yield* version(1))]
        }))
      )
      const writing = yield* Effect.fork(Effect.forEach(Array.from({ length: 20 }, (_, index) => index + 2), write, { discard: true }))
      for (let reads = 0; reads < 10; reads++) yield* expectAnswer("one version of both, twice", read, [true, true])
      yield* Fiber.join(writing)
    })
  ),
  demand(
    "transaction.snapshot.nested",
    "Transaction.snapshot",
    "a snapshot inside a transaction sees the writes of the transaction",
    Effect.gen(function*() {
      yield* filled
      const nested = transact(Effect.zipRight(put(1, 7), transaction(({ snapshot }) => snapshot(version(1)))))
      yield* expectAnswer("the version read inside", nested, 7)
    })
  ),
  demand(
    "transaction.snapshot.read-only",
    "Transaction.snapshot",
    "a write inside a snapshot fails with `ReadOnly`, also in a nested `run` and inside a transaction, which can go on",
    Effect.gen(function*() {
      yield* filled
      const refused = (write: Effect.Effect<void, StoreError, AgendaStore | Transaction>) =>
        Effect.match(transaction(({ snapshot }) => snapshot(write)), {
          onFailure: ({ reason }) => reason,
          onSuccess: () => "written"
        })
      yield* expectAnswer("a put", refused(put(1, 2)), "ReadOnly")
      yield* expectAnswer("a put in a nested run", refused(transact(put(1, 2))), "ReadOnly")
      yield* transact(Effect.gen(function*() {
        yield* put(2)
        yield* expectAnswer("a put inside a transaction", refused(put(1, 2)), "ReadOnly")
        yield* put(3)
      }))
      yield* expectAnswer("the list", foundUids, [1, 2, 3])
      yield* expectAnswer("the version", version(1), 1)
    })
  ),
  demand(
    "transaction.snapshot.failure",
    "Transaction.snapshot",
    "a snapshot fails with the error of its effect, and the store still works",
    Effect.gen(function*() {
      yield* filled
      const failing = transaction(({ snapshot }) => snapshot(Effect.fail("undo" as const)))
      for (let reads = 0; reads < 20; reads++) yield* expectAnswer("the failure", Effect.flip(failing), "undo")
      yield* expectAnswer("the version", version(1), 1)
    })
  ),
  demand(
    "transaction.active",
    "Transaction.isActive",
    "a transaction is active inside `run` and `snapshot`, and not outside",
    Effect.gen(function*() {
      const isActive = transaction(({ isActive }) => isActive)
      yield* expectAnswer("outside", isActive, false)
      yield* expectAnswer("inside a run", transact(isActive), true)
      yield* expectAnswer("inside a snapshot", transaction(({ snapshot }) => snapshot(isActive)), true)
      yield* expectAnswer("outside again", isActive, false)
    })
  ),
  demand(
    "transaction.after-failure",
    "Transaction.run",
    "after failed transactions, sequential and concurrent, the store still works",
    Effect.gen(function*() {
      yield* filled
      const failing = Effect.exit(transact(Effect.zipRight(put(2), Effect.fail("undo"))))
      yield* Effect.forEach(Array.from({ length: 30 }), () => failing, { concurrency: 5 })
      yield* transact(put(3))
      yield* expectAnswer("the list", foundUids, [1, 3])
    })
  )
]
