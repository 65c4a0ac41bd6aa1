import { noon, sampleAgenda, sampleLocation } from "@agenda-engine/conformance/testing/SampleRecords"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { AgendaStore } from "../../../src/ports/AgendaStore.js"
import { LocationStore } from "../../../src/ports/LocationStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import { HoldsLocks } from "../../../src/schedule/timeSlices.js"
import { revisedStores } from "../../../src/services/revision/revisedStores.js"
import { transactionCache } from "../../../src/services/transaction/transactionCache.js"

type Ports = AgendaStore | LocationStore | Transaction

const transact = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(Transaction, ({ run }) => run(effect))
const putAgenda = (title: string) => Effect.flatMap(AgendaStore, (store) => store.put(sampleAgenda(1, { title })))
const findAgenda = Effect.map(
  Effect.flatMap(AgendaStore, (store) => store.find({ _tag: "Uid", uid: 1 })),
  (agenda) => agenda?.title ?? null
)
const lockAgenda = Effect.flatMap(AgendaStore, (store) => store.lock(1))
const setClock = (changedAt: number) => Effect.flatMap(AgendaStore, (store) => store.setClock(1, { changedAt }))
const { index, record } = sampleLocation(7, 1)
const putLocation = (name: string) => Effect.flatMap(LocationStore, (store) => store.put({ ...record, name }, index))
const lockLocation = Effect.map(Effect.flatMap(LocationStore, (store) => store.lock(7, "shared")), (location) => location?.name ?? null)

/** Result of a program over cached stores, and the calls that reached the underlying stores, in order. */
const runCached = <A, E>(program: Effect.Effect<A, E, Ports>) =>
  Effect.gen(function*() {
    const calls: Array<string> = []
    const recording = <B, E1, R>(what: string, read: Effect.Effect<B, E1, R>) => Effect.zipRight(Effect.sync(() => calls.push(what)), read)
    const recordingStores = Layer.effectContext(Effect.gen(function*() {
      const agendas = yield* AgendaStore
      const locations = yield* LocationStore
      return Context.make(AgendaStore, {
        ...agendas,
        find: (ref) => recording("agenda", agendas.find(ref)),
        lock: (uid) => recording("clock", agendas.lock(uid))
      }).pipe(
        Context.add(LocationStore, { ...locations, lock: (uid, mode) => recording("location", locations.lock(uid, mode)) }),
        Context.add(Transaction, yield* Transaction)
      )
    }))
    const answer = yield* Effect.all([putAgenda("first"), putLocation("hall")]).pipe(
      Effect.zipRight(Effect.sync(() => calls.splice(0))),
      Effect.zipRight(program),
      Effect.provide(
        transactionCache.pipe(
          Layer.provideMerge(revisedStores),
          Layer.provide(recordingStores),
          Layer.provide(MemoryStores.layer)
        )
      )
    )
    return { answer, calls }
  })

describe("transactionCache", () => {
  it.effect("a record locked in a transaction is loaded once", () =>
    Effect.gen(function*() {
      const program = transact(Effect.all([lockAgenda, findAgenda, lockLocation, lockAgenda, findAgenda, lockLocation]))
      const { answer, calls } = yield* runCached(program)
      expect(answer).toEqual([{ changedAt: 0 }, "first", "hall", { changedAt: 0 }, "first", "hall"])
      expect(calls).toEqual(["clock", "agenda", "location"])
    }))

  it.effect("an agenda read before it was locked is loaded again", () =>
    Effect.gen(function*() {
      const { calls } = yield* runCached(transact(Effect.all([findAgenda, lockAgenda, findAgenda])))
      expect(calls).toEqual(["agenda", "clock", "agenda"])
    }))

  it.effect("nothing is cached after a transaction or outside of one", () =>
    Effect.gen(function*() {
      const { calls } = yield* runCached(Effect.all([transact(lockAgenda), transact(lockAgenda), findAgenda, findAgenda]))
      expect(calls).toEqual(["clock", "clock", "agenda", "agenda"])
    }))

  it.effect("a locked record that the transaction writes is loaded again", () =>
    Effect.gen(function*() {
      const program = Effect.all([
        lockAgenda,
        findAgenda,
        putAgenda("second"),
        lockAgenda,
        findAgenda,
        setClock(noon),
        lockAgenda,
        lockLocation,
        putLocation("stage"),
        lockLocation
      ])
      const { answer } = yield* runCached(transact(program))
      expect(answer).toEqual([
        { changedAt: 0 },
        "first",
        undefined,
        { changedAt: 0 },
        "second",
        undefined,
        { changedAt: noon },
        "hall",
        undefined,
        "stage"
      ])
    }))

  it.effect("a failed nested part clears the cache", () =>
    Effect.gen(function*() {
      const part = Effect.all([putAgenda("second"), setClock(noon), lockAgenda, findAgenda, putLocation("stage"), lockLocation])
      const failed = Effect.ignore(transact(Effect.zipRight(part, Effect.fail("changed my mind"))))
      const { answer } = yield* runCached(transact(Effect.all([lockAgenda, failed, lockAgenda, findAgenda, lockLocation])))
      expect(answer).toEqual([{ changedAt: 0 }, undefined, { changedAt: 0 }, "first", "hall"])
    }))

  it.effect("a transaction holds locks until its commit has ended", () =>
    Effect.gen(function*() {
      const holding: Array<boolean> = []
      const note = Effect.map(HoldsLocks, (holdsLocks) => holding.push(holdsLocks))
      const committing = Layer.effect(
        Transaction,
        Effect.map(Transaction, (transaction) => ({ ...transaction, run: (effect) => Effect.zipLeft(transaction.run(effect), note) }))
      ).pipe(Layer.provideMerge(MemoryStores.layer))
      yield* Effect.provide(Effect.zipRight(transact(note), note), Layer.provide(revisedStores, committing))
      expect(holding).toEqual([true, true, false])
    }))
})
