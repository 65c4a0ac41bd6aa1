import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import type { Transaction } from "@agenda-engine/core/ports/Transaction"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { type Case, demand } from "../../Case.js"
import { expectAnswer, expectConflict, expectEqual } from "../../expect.js"
import { agendas, transact, transaction } from "../../storeCalls.js"
import { noon, sampleAgenda } from "../../testing/SampleRecords.js"
import { everyAgenda } from "../../testing/wholePlans.js"
import { rollbackCases } from "./rollbackCases.js"

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
  demand("transaction.commit", "Transaction.run", "a successful transaction commits its writes and returns its value")(function*() {
    yield* filled
    yield* expectAnswer("the value", transact(Effect.as(writeAgendas, "value")), "value")
    yield* expectAnswer("the agenda replaced", version(1), 2)
    yield* expectAnswer("the agenda put", uidOfSlug("agenda-1"), 2)
    yield* expectAnswer("the clock", transact(clock), { changedAt: noon })
  }),
  ...rollbackCases({
    prefix: "transaction",
    everywhere: "",
    filled,
    write: writeAgendas,
    expectUntouched,
    put,
    putTaken: (uid) => put(uid, 1, "agenda-1"),
    version,
    uids: foundUids
  }),
  demand(
    "transaction.once",
    "Transaction.run",
    "`run` runs its effect once, whether it commits, fails with `Conflict` or loses a race: only the engine repeats transactions"
  )(function*() {
    yield* filled
    let [asked, executed] = [0, 0]
    const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.suspend(() => {
        asked++
        return transact(Effect.suspend(() => {
          executed++
          return effect
        }))
      })
    const conflict = new StoreError({ reason: "Conflict", operation: "transaction.once", cause: "a failure of the effect" })
    yield* expectConflict("an effect that fails", counted(Effect.zipRight(put(2), conflict)))
    yield* expectConflict("a put that fails", counted(put(2, 1, "agenda-1")))
    const change = counted(Effect.flatMap(version(1), (before) => Effect.delay(put(1, (before ?? 0) + 1), 1)))
    yield* Effect.forEach(Array.from({ length: 8 }), () => Effect.exit(change), { concurrency: 4, discard: true })
    yield* expectEqual("how often the effects ran", executed, asked)
  }),
  demand("transaction.reads-own-writes", "Transaction.run", "inside a transaction, reads see its own writes")(function*() {
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
  }),
  demand("transaction.isolation.whole", "Transaction.run", "a reader sees all or none of each of several consecutive transactions")(
    function*() {
      const move = (step: number) => transact(Effect.zipRight(put(10, step), put(11, step)))
      yield* move(1)
      const writer = yield* Effect.fork(Effect.forEach(Array.from({ length: 10 }, (_, step) => step + 2), move))
      const seen = yield* Effect.forEach(Array.from({ length: 20 }), () => foundVersions, { concurrency: 4 })
      yield* Fiber.join(writer)
      yield* Effect.forEach(seen, (versions) => expectEqual("the versions a reader saw", versions, [versions[0], versions[0]]))
      yield* expectAnswer("the versions in the end", foundVersions, [11, 11])
    }
  ),
  demand(
    "transaction.lock.serialises",
    "AgendaStore.lock",
    "writers that lock one agenda run one after the other and lose no clock update"
  )(function*() {
    yield* filled
    const tick = atomically(Effect.gen(function*() {
      const before = yield* clock
      yield* Effect.sleep(1)
      yield* agendas((store) => store.setClock(1, { changedAt: (before?.changedAt ?? 0) + 1 }))
    }))
    yield* Effect.forEach(Array.from({ length: 12 }), () => tick, { concurrency: 6, discard: true })
    yield* expectAnswer("the clock after twelve ticks", transact(clock), { changedAt: 12 })
  }),
  demand(
    "transaction.lock.reads",
    "Transaction.sendsAhead",
    "what is read after `lock`, concurrently where `sendsAhead` is true, is what the last holder of the lock committed"
  )(function*() {
    yield* filled
    const lockedVersion = transaction(({ sendsAhead = Effect.succeed(false) }) =>
      Effect.flatMap(sendsAhead, (isAhead) => Effect.all([clock, version(1)], { concurrency: isAhead ? "unbounded" : 1 }))
    )
    const increment = atomically(Effect.gen(function*() {
      const [, before] = yield* lockedVersion
      yield* Effect.sleep(1)
      yield* put(1, (before ?? 0) + 1)
    }))
    yield* Effect.forEach(Array.from({ length: 12 }), () => increment, { concurrency: 6, discard: true })
    yield* expectAnswer("the version after twelve increments", version(1), 13)
  }),
  demand(
    "transaction.snapshot.consistent",
    "Transaction.snapshot",
    "reads in a snapshot see one committed state while another writer commits"
  )(function*() {
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
  }),
  demand("transaction.snapshot.nested", "Transaction.snapshot", "a snapshot inside a transaction sees the writes of the transaction")(
    function*() {
      yield* filled
      const nested = transact(Effect.zipRight(put(1, 7), transaction(({ snapshot }) => snapshot(version(1)))))
      yield* expectAnswer("the version read inside", nested, 7)
    }
  ),
  demand(
    "transaction.snapshot.read-only",
    "Transaction.snapshot",
    "a write inside a snapshot fails with `ReadOnly`, also in a nested `run` and inside a transaction, which can go on"
  )(function*() {
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
  }),
  demand(
    "transaction.snapshot.failure",
    "Transaction.snapshot",
    "a snapshot fails with the error of its effect, and the store still works"
  )(function*() {
    yield* filled
    const failing = transaction(({ snapshot }) => snapshot(Effect.fail("undo" as const)))
    for (let reads = 0; reads < 20; reads++) yield* expectAnswer("the failure", Effect.flip(failing), "undo")
    yield* expectAnswer("the version", version(1), 1)
  }),
  demand("transaction.active", "Transaction.isActive", "a transaction is active inside `run` and `snapshot`, and not outside")(function*() {
    const isActive = transaction(({ isActive }) => isActive)
    yield* expectAnswer("outside", isActive, false)
    yield* expectAnswer("inside a run", transact(isActive), true)
    yield* expectAnswer("inside a snapshot", transaction(({ snapshot }) => snapshot(isActive)), true)
    yield* expectAnswer("outside again", isActive, false)
  }),
  demand("transaction.after-failure", "Transaction.run", "after failed transactions, sequential and concurrent, the store still works")(
    function*() {
      yield* filled
      const failing = Effect.exit(transact(Effect.zipRight(put(2), Effect.fail("undo"))))
      yield* Effect.forEach(Array.from({ length: 30 }), () => failing, { concurrency: 5 })
      yield* transact(put(3))
      yield* expectAnswer("the list", foundUids, [1, 3])
    }
  )
]
