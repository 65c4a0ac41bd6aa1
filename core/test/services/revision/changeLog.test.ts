import {
  noon,
  sampleAgenda,
  sampleEvent,
  sampleLocation,
  sampleMember,
  sampleNetwork
} from "@agenda-engine/conformance/testing/SampleRecords"
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { AgendaStore } from "../../../src/ports/AgendaStore.js"
import { ChangeStore } from "../../../src/ports/change/ChangeStore.js"
import { EventStore } from "../../../src/ports/event/EventStore.js"
import { TombstoneStore } from "../../../src/ports/event/TombstoneStore.js"
import { LocationStore } from "../../../src/ports/LocationStore.js"
import { MemberStore } from "../../../src/ports/MemberStore.js"
import { NetworkStore } from "../../../src/ports/NetworkStore.js"
import { RevisionStore } from "../../../src/ports/RevisionStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import { type ChangeRecord, logStart } from "../../../src/record/ChangeRecord.js"
import type { EventRecord } from "../../../src/record/EventRecord.js"
import { type CommittedChange, CurrentListeners, Listeners } from "../../../src/services/change/Listeners.js"
import { type RevisedPorts, revisedStores } from "../../../src/services/revision/revisedStores.js"
import { agendaTopic } from "../../../src/services/revision/topics.js"
import { changesBy } from "../../../src/services/transaction/UnitOfWork.js"

type Ports = RevisedPorts | ChangeStore | RevisionStore

const logged = <A, E>(program: Effect.Effect<A, E, Ports>) =>
  Effect.provide(program, revisedStores.pipe(Layer.provideMerge(MemoryStores.layer)))

const transact = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(Transaction, ({ run }) => run(effect))

const read = (agendaUid: number) => Effect.flatMap(ChangeStore, (log) => log.read(agendaUid, logStart, 1_000))

/** What an effect adds to the log of an agenda: kind and uid. */
const added = (agendaUid: number, effect: Effect.Effect<unknown, unknown, Ports>) =>
  Effect.gen(function*() {
    const before = (yield* read(agendaUid)).length
    yield* effect
    return (yield* read(agendaUid)).slice(before).map(({ kind, uid }) => `${kind} ${uid}`)
  })

const putAgenda = (uid: number, overrides: Parameters<typeof sampleAgenda>[1] = {}) =>
  Effect.flatMap(AgendaStore, (store) => store.put(sampleAgenda(uid, overrides)))
const putEvent = (uid: number, overrides: Partial<EventRecord> = {}) => {
  const { index, record } = sampleEvent(uid, { agendaUid: 1 })
  return Effect.flatMap(EventStore, (store) => store.put({ ...record, state: 2, version: 1, ...overrides }, index))
}
const removeEvent = (uid: number) =>
  Effect.gen(function*() {
    const events = yield* EventStore
    const tombstones = yield* TombstoneStore
    yield* events.find(1, { _tag: "Uid", uid })
    yield* events.remove(uid)
    yield* tombstones.put({ agendaUid: 1, uid, audience: "privileged", removedAt: noon }, null)
  })
const putLocation = (uid: number, name: string, setUid: number | null = 9) => {
  const { index, record } = sampleLocation(uid, 1, { setUid, name })
  return Effect.flatMap(LocationStore, (store) => store.put(record, index))
}

const cases: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown, Ports>, ReadonlyArray<string>]> = [
  ["a draft", putEvent(8, { state: 0 }), ["event.created 8"]],
  ["an event made published", putEvent(8), ["event.published 8"]],
  ["a changed event", putEvent(7, { version: 2 }), ["event.updated 7"]],
  ["an event indexed again", putEvent(7), []],
  ["an event whose markup changed when it was indexed again", putEvent(7, { detail: '{"fields":{}}' }), ["event.updated 7"]],
  ["a withdrawn event", putEvent(7, { version: 2, state: 0 }), ["event.unpublished 7"]],
  ["an event withdrawn and published again at once", Effect.zipRight(putEvent(7, { version: 2, state: 0 }), putEvent(7, { version: 3 })), [
    "event.updated 7"
  ]],
  ["availability", Effect.flatMap(EventStore, (store) => store.putAvailability(1, 7, { rows: '{"a":{}}', updatedAt: noon })), [
    "event.availability 7"
  ]],
  ["availability of no event", Effect.flatMap(EventStore, (store) => store.putAvailability(1, 77, { rows: "{}", updatedAt: noon })), []],
  ["a removed event", removeEvent(7), ["event.removed 7"]],
  ["an event made and removed", Effect.zipRight(putEvent(8), removeEvent(8)), []],
  ["several writes in order", Effect.all([putEvent(9), putEvent(7, { version: 2 }), putEvent(9, { version: 2 }), putLocation(5, "new")]), [
    "event.published 9",
    "event.updated 7",
    "location.updated 5"
  ]],
  ["a location put unchanged", putLocation(3, "hall"), []],
  ["a removed location", Effect.flatMap(LocationStore, (store) => store.remove(3)), ["location.removed 3"]],
  ["a member", Effect.flatMap(MemberStore, (store) => store.put(sampleMember(4, 1, { agendaUid: 1 }))), ["member.updated 4"]],
  ["an agenda put unchanged", putAgenda(1, { networkUid: 5, locationSetUid: 9 }), []],
  ["an agenda that is folded anew", putAgenda(1, { networkUid: 5, locationSetUid: 9, titleFolded: "x" }), []],
  ["a changed agenda", putAgenda(1, { networkUid: 5, locationSetUid: 9, title: "new" }), ["agenda.updated 1"]],
  ["its network", Effect.flatMap(NetworkStore, (store) => store.put(sampleNetwork(5, { title: "new" }))), ["agenda.updated 1"]],
  ["another network", Effect.flatMap(NetworkStore, (store) => store.put(sampleNetwork(6))), []],
  ["a nested part that fails", Effect.exit(transact(Effect.zipRight(putEvent(8), Effect.fail("undo")))), []],
  [
    "a nested part that fails, between others",
    Effect.all([putEvent(8), Effect.exit(transact(Effect.zipRight(putEvent(9), Effect.fail("undo")))), putEvent(10)]),
    ["event.published 8", "event.published 10"]
  ]
]

const world = transact(Effect.all([
  putAgenda(1, { networkUid: 5, locationSetUid: 9 }),
  putAgenda(2, { locationSetUid: 9 }),
  putEvent(7),
  putLocation(3, "hall")
]))

describe("the log of changes", () => {
  it.effect.each(cases)("of %s", ([, write, expected]) =>
    logged(Effect.gen(function*() {
      yield* world
      expect(yield* added(1, transact(write))).toEqual(expected)
    })))

  it.effect("has the revision of the agenda as position, numbers the changes of a transaction, and names its author", () =>
    logged(Effect.gen(function*() {
      yield* world
      yield* transact(Effect.all([changesBy(4), putEvent(8, { contributorUid: 4 }), changesBy(null), putEvent(9)]))
      yield* putEvent(9, { version: 2 })
      const [revision = 0] = yield* Effect.flatMap(RevisionStore, (store) => store.read([agendaTopic(1)]))
      const rows = (yield* read(1)).slice(-3)
      expect(rows.map(({ by, contributorUid, ordinal, position, version }) => [position, ordinal, version, by, contributorUid])).toEqual([
        [revision - 1, 0, 1, 4, 4],
        [revision - 1, 1, 1, null, null],
        [revision, 0, 2, null, null]
      ])
    })))

  it.effect("has no row of a transaction that fails", () =>
    logged(Effect.gen(function*() {
      yield* world
      expect(yield* added(1, Effect.exit(transact(Effect.zipRight(putEvent(8), Effect.fail("undo")))))).toEqual([])
    })))

  it.effect("of each agenda that shows a location has its change", () =>
    logged(Effect.gen(function*() {
      yield* world
      expect(yield* added(2, transact(putLocation(3, "theatre")))).toEqual(["location.updated 3"])
      const isPublic = ({ publicAfter, publicBefore }: ChangeRecord) => [publicBefore, publicAfter]
      expect((yield* read(2)).map(isPublic).at(-1)).toEqual([true, true])
      yield* transact(putLocation(3, "theatre", null))
      expect((yield* read(2)).at(-1)).toMatchObject({ kind: "location.removed", publicAfter: false })
      expect((yield* read(1)).at(-1)).toMatchObject({ kind: "location.updated" })
      yield* putAgenda(3)
      yield* transact(Effect.zipRight(putEvent(30, { agendaUid: 3, locationUid: 3 }), putLocation(3, "hall", null)))
      expect((yield* read(3)).map(({ kind }) => kind)).toContain("location.updated")
    })))

  it.effect("of a removed agenda has no row of its removal, and nobody reads on from before it", () =>
    logged(Effect.gen(function*() {
      yield* world
      const log = yield* ChangeStore
      const [last] = yield* log.lastOf([1], "privileged")
      yield* transact(Effect.all([putEvent(8), Effect.flatMap(AgendaStore, (store) => store.remove(1))]))
      expect(yield* log.lastOf([1], "privileged")).toEqual([last])
      const floors = yield* log.floors(1)
      expect(floors.public).toEqual(floors.privileged)
      expect(floors.privileged.position).toBeGreaterThan(last?.position ?? 0)
    })))
})

describe("the listeners of a process", () => {
  it.effect("are told of a transaction that is interrupted while it commits", () =>
    Effect.gen(function*() {
      const [committing, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const slow = Layer.effect(
        Transaction,
        Effect.map(Transaction, (transaction) => ({
          ...transaction,
          run: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
            Effect.uninterruptibleMask((restore) =>
              Effect.tap(transaction.run(restore(effect)), () =>
                Effect.zipRight(Deferred.succeed(committing, undefined), Deferred.await(mayEnd)))
            )
        }))
      )
      const listeners = new Listeners()
      listeners.on("agenda", () =>
        Effect.void)
      const told: Array<CommittedChange> = []
      listeners.receive = (changes) => void told.push(...changes)
      const stores = revisedStores.pipe(
        Layer.provide(CurrentListeners.layer(listeners)),
        Layer.provideMerge(Layer.provideMerge(slow, MemoryStores.layer))
      )
      const writing = yield* Effect.fork(Effect.provide(transact(putAgenda(1)), stores))
      yield* Deferred.await(committing)
      const interrupting = yield* Effect.fork(Fiber.interrupt(writing))
      yield* Effect.yieldNow()
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Fiber.join(interrupting)
      expect(told.map(({ record }) => record.kind)).toEqual(["agenda.updated"])
    }))
})
