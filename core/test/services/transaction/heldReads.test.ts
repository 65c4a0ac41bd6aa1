import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { AgendaStore } from "../../../src/ports/AgendaStore.js"
import { LocationStore } from "../../../src/ports/LocationStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import { heldReads } from "../../../src/services/transaction/heldReads.js"
import { noon, sampleAgenda, sampleLocation } from "../../../src/testing/SampleRecords.js"

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

/** What a program over stores that hold what is locked answers, and what those stores were asked for, in order. */
const holding = <A, E>(program: Effect.Effect<A, E, Ports>) =>
  Effect.gen(function*() {
    const asked: Array<string> = []
    const telling = <B, E1, R>(what: string, read: Effect.Effect<B, E1, R>) => Effect.zipRight(Effect.sync(() => asked.push(what)), read)
    const told = Layer.effectContext(Effect.gen(function*() {
      const agendas = yield* AgendaStore
      const locations = yield* LocationStore
      return Context.make(AgendaStore, {
        ...agendas,
        find: (ref) => telling("agenda", agendas.find(ref)),
        lock: (uid) => telling("clock", agendas.lock(uid))
      }).pipe(
        Context.add(LocationStore, { ...locations, lock: (uid, hold) => telling("location", locations.lock(uid, hold)) }),
        Context.add(Transaction, yield* Transaction)
      )
    }))
    const answer = yield* Effect.zipRight(Effect.all([putAgenda("first"), putLocation("hall")]), program).pipe(
      Effect.provide(heldReads.pipe(Layer.provide(told), Layer.provide(MemoryStores.layer)))
    )
    return { answer, asked }
  })

describe("heldReads", () => {
  it.effect("asks once for what the transaction has locked", () =>
    Effect.gen(function*() {
      const program = transact(Effect.all([lockAgenda, findAgenda, lockLocation, lockAgenda, findAgenda, lockLocation]))
      const { answer, asked } = yield* holding(program)
      expect(answer).toEqual([{ changedAt: 0 }, "first", "hall", { changedAt: 0 }, "first", "hall"])
      expect(asked).toEqual(["clock", "agenda", "location"])
    }))

  it.effect("asks again for an agenda that was read before it was locked", () =>
    Effect.gen(function*() {
      const { asked } = yield* holding(transact(Effect.all([findAgenda, lockAgenda, findAgenda])))
      expect(asked).toEqual(["agenda", "clock", "agenda"])
    }))

  it.effect("holds nothing beyond the transaction, nor outside of one", () =>
    Effect.gen(function*() {
      const { asked } = yield* holding(Effect.all([transact(lockAgenda), transact(lockAgenda), findAgenda, findAgenda]))
      expect(asked).toEqual(["clock", "clock", "agenda", "agenda"])
    }))

  it.effect("answers what the transaction itself has written since", () =>
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
      const { answer } = yield* holding(transact(program))
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

  it.effect("forgets what a part that failed has written", () =>
    Effect.gen(function*() {
      const part = Effect.all([putAgenda("second"), setClock(noon), lockAgenda, findAgenda, putLocation("stage"), lockLocation])
      const failed = Effect.ignore(transact(Effect.zipRight(part, Effect.fail("changed my mind"))))
      const { answer } = yield* holding(transact(Effect.all([lockAgenda, failed, lockAgenda, findAgenda, lockLocation])))
      expect(answer).toEqual([{ changedAt: 0 }, undefined, { changedAt: 0 }, "first", "hall"])
    }))
})
