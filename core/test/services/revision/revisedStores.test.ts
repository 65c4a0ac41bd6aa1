import {
  noon,
  sampleAgenda,
  sampleEvent,
  sampleKey,
  sampleLocation,
  sampleLocationSet,
  sampleMember,
  sampleNetwork,
  sampleTombstone
} from "@agenda-engine/conformance/testing/SampleRecords"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { operator } from "../../../src/domain/access/Credential.js"
import type { StoreError } from "../../../src/domain/error/EngineError.js"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { AgendaStore } from "../../../src/ports/AgendaStore.js"
import { CredentialStore } from "../../../src/ports/CredentialStore.js"
import { EventStore } from "../../../src/ports/event/EventStore.js"
import { TombstoneStore } from "../../../src/ports/event/TombstoneStore.js"
import { LocationSetStore } from "../../../src/ports/LocationSetStore.js"
import { LocationStore } from "../../../src/ports/LocationStore.js"
import { MemberStore } from "../../../src/ports/MemberStore.js"
import { NetworkStore } from "../../../src/ports/NetworkStore.js"
import { RemovalStore } from "../../../src/ports/RemovalStore.js"
import { RevisionStore } from "../../../src/ports/RevisionStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import { ValidityWindows } from "../../../src/services/event/ValidityWindows.js"
import { type RevisedPorts, revisedStores } from "../../../src/services/revision/revisedStores.js"
import { agendaTopic, frameTopic, topicsOfAgenda } from "../../../src/services/revision/topics.js"
import { Revisions } from "../../../src/services/Revisions.js"

type Ports = RevisedPorts | RevisionStore | Revisions

const revised = <A, E>(program: Effect.Effect<A, E, Ports>) =>
  Effect.provide(
    program,
    Layer.provideMerge(
      Layer.provide(Revisions.layer, ValidityWindows.layer),
      revisedStores.pipe(Layer.provideMerge(MemoryStores.layer))
    )
  )

const transact = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(Transaction, ({ run }) => run(effect))

/** Uids of the agendas whose revisions an effect bumps: 1 and 3 are in network 5, 1 and 2 share locations. */
const agendas = [
  sampleAgenda(1, { networkUid: 5, locationSetUid: 9 }),
  sampleAgenda(2, { locationSetUid: 9 }),
  sampleAgenda(3, { networkUid: 5 })
]
const moved = <E>(effect: Effect.Effect<unknown, E, Ports>) =>
  Effect.gen(function*() {
    const revisions = yield* RevisionStore
    const read = Effect.forEach(agendas, (agenda) => revisions.read(topicsOfAgenda(agenda)))
    const before = yield* read
    yield* effect
    const after = yield* read
    return agendas.flatMap(({ uid }, index) => JSON.stringify(before[index]) === JSON.stringify(after[index]) ? [] : [uid])
  })

/** Uids of the events of agenda 1 for which an effect invalidates a response that shows only this event. */
const movedEvents = <E>(effect: Effect.Effect<unknown, E, Ports>, uids: ReadonlyArray<number>) =>
  Effect.gen(function*() {
    const { unchanged } = yield* Revisions
    const topics = [frameTopic(1), ...topicsOfAgenda(sampleAgenda(1, { networkUid: 5, locationSetUid: 9 }))]
    const revisions = yield* Effect.flatMap(RevisionStore, ({ read }) => read(topics))
    const position = revisions[topics.indexOf(agendaTopic(1))] ?? 0
    yield* effect
    const isUnchanged = yield* unchanged(
      uids.map((uid) => ({ caller: operator, topics, revisions, agendaUid: 1, position, shown: { uids: [uid], isList: false } }))
    )
    return uids.filter((_, index) => isUnchanged[index] === false)
  })

const putAgenda = (uid: number) => Effect.flatMap(AgendaStore, (store) => store.put(sampleAgenda(uid)))
const putEvent = (uid: number, agendaUid: number, overrides: Parameters<typeof sampleEvent>[1] = {}) => {
  const { index, record } = sampleEvent(uid, { agendaUid, ...overrides })
  return Effect.flatMap(EventStore, (store) => store.put(record, index))
}
const putLocation = (uid: number, agendaUid: number, setUid: number | null) => {
  const { index, record } = sampleLocation(uid, agendaUid, { setUid })
  return Effect.flatMap(LocationStore, (store) => store.put(record, index))
}

const writes: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown, Ports>, ReadonlyArray<number>]> = [
  ["an agenda", putAgenda(2), [2]],
  ["an event", putEvent(1, 2), [2]],
  ["a tombstone", Effect.flatMap(TombstoneStore, (store) => store.put(sampleTombstone(3), null)), [1]],
  ["a removed tombstone", Effect.flatMap(TombstoneStore, (store) => store.remove(1, 3, "public")), [1]],
  ["a location", putLocation(1, 3, null), [3]],
  ["a shared location", putLocation(1, 2, 9), [1, 2, 3]],
  ["a location that is no longer shared", Effect.zipRight(putLocation(1, 2, 9), moved(putLocation(1, 2, null))), [1, 2, 3]],
  ["a member", Effect.flatMap(MemberStore, (store) => store.put(sampleMember(1, 1, { agendaUid: 3 }))), [3]],
  ["an unknown member", Effect.flatMap(MemberStore, (store) => store.remove(77)), []],
  ["a network", Effect.flatMap(NetworkStore, (store) => store.put(sampleNetwork(5))), [1, 3]],
  ["a location set", Effect.flatMap(LocationSetStore, (store) => store.put(sampleLocationSet(9))), [1, 2]],
  ["another location set", Effect.flatMap(LocationSetStore, (store) => store.put(sampleLocationSet(5))), []],
  ["another network", Effect.flatMap(NetworkStore, (store) => store.put(sampleNetwork(6))), []],
  ["only the agenda's clock", Effect.flatMap(AgendaStore, (store) => store.setClock(1, { changedAt: noon })), []],
  ["only a lock", Effect.flatMap(AgendaStore, (store) => store.lock(1)), []]
]

describe("revisedStores", () => {
  for (const [what, write, expected] of writes) {
    it.effect(`a write of ${what} bumps the revisions of agendas: ${expected.join() || "none"}, inside and outside of a transaction`, () =>
      revised(Effect.gen(function*() {
        yield* transact(Effect.forEach(agendas, (agenda) => Effect.flatMap(AgendaStore, (store) => store.put(agenda))))
        expect(yield* moved(transact(write))).toEqual(expected)
        expect(yield* moved(write)).toEqual(expected)
      })))
  }

  const inEvents = <A>(use: (store: EventStore["Type"]) => Effect.Effect<A, StoreError>) => Effect.flatMap(EventStore, use)
  const writesOfOne: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown, Ports>, ReadonlyArray<number>]> = [
    ["another event", putEvent(2, 1), [2]],
    ["its own event", putEvent(1, 1), [1]],
    ["an event of another agenda", putEvent(9, 2), []],
    ["its availability", inEvents(({ putAvailability }) => putAvailability(1, 1, { rows: "[]", updatedAt: noon })), [1]],
    [
      "its time zone",
      inEvents(({ putTimezone }) => putTimezone({ agendaUid: 1, uid: 1, locationUid: 5, timezone: "UTC", summary: "{}" })),
      [1]
    ],
    // Alone, without the change of an event, which the log would name.
    ["a tombstone", Effect.flatMap(TombstoneStore, (store) => store.put(sampleTombstone(1), null)), [1, 2]],
    ["a removed tombstone", Effect.flatMap(TombstoneStore, (store) => store.remove(1, 1, "public")), [1, 2]],
    ["all events", Effect.flatMap(RemovalStore, (store) => store.clear(1, 10)), [1, 2]],
    ["a removed user's traces", Effect.flatMap(RemovalStore, (store) => store.forgetUser({ uid: 1, email: "" }, [1])), [1, 2]],
    ["their agenda", putAgenda(1), [1, 2]],
    ["a location of their agenda", putLocation(1, 1, null), [1, 2]],
    ["a shared location", putLocation(1, 2, 9), [1, 2]],
    ["a member of their agenda", Effect.flatMap(MemberStore, (store) => store.put(sampleMember(1, 1, { agendaUid: 1 }))), [1, 2]],
    ["their network", Effect.flatMap(NetworkStore, (store) => store.put(sampleNetwork(5))), [1, 2]]
  ]
  for (const [what, write, expected] of writesOfOne) {
    it.effect(`a write of ${what} invalidates the responses of single events: ${expected.join() || "none"}`, () =>
      Effect.forEach([transact(write), write], (run) =>
        revised(Effect.gen(function*() {
          yield* Effect.forEach([1, 2], (uid) => putEvent(uid, 1, { version: 0, locationUid: 5 }))
          expect(yield* movedEvents(run, [1, 2])).toEqual(expected)
          expect(yield* movedEvents(Effect.void, [1, 2])).toEqual([])
        }))))
  }

  it.effect("what everybody reads depends on published events, and not on others", () =>
    revised(Effect.gen(function*() {
      const revisions = yield* RevisionStore
      const events = yield* EventStore
      const tombstones = yield* TombstoneStore
      const isBumped = <E>(write: Effect.Effect<unknown, E, Ports>) =>
        Effect.gen(function*() {
          const read = revisions.read(topicsOfAgenda(sampleAgenda(1, { networkUid: 5, locationSetUid: 9 }), "public"))
          const before = yield* read
          yield* write
          return JSON.stringify(yield* read) !== JSON.stringify(before)
        })
      const draft = sampleEvent(1, { agendaUid: 1, state: 0 })
      const shown = sampleEvent(2, { agendaUid: 1, state: 2 })
      expect(yield* isBumped(events.put(draft.record, draft.index))).toBe(false)
      expect(yield* isBumped(events.put(shown.record, shown.index))).toBe(true)
      const availability = { rows: "[]", updatedAt: noon }
      expect(yield* isBumped(events.putAvailability(1, 1, availability))).toBe(false)
      expect(yield* isBumped(events.putAvailability(1, 2, availability))).toBe(true)
      for (const [audience, expected] of [["public", true], ["privileged", false], ["contributor:1", false]] as const) {
        expect(yield* isBumped(tombstones.put({ ...sampleTombstone(1), audience }, null)), audience).toBe(expected)
        expect(yield* isBumped(tombstones.remove(1, 1, audience)), audience).toBe(expected)
      }
      expect(yield* isBumped(putLocation(1, 1, null))).toBe(true)
      expect(yield* isBumped(putAgenda(1))).toBe(true)
    })))

  it.effect("removing a member bumps the agenda's revision", () =>
    revised(Effect.gen(function*() {
      const members = yield* MemberStore
      yield* members.put(sampleMember(1, 1, { agendaUid: 3 }))
      expect(yield* moved(members.remove(1))).toEqual([3])
    })))

  it.effect("writing a key bumps its topic, and writing its use or tokens does not", () =>
    revised(Effect.gen(function*() {
      const credentials = yield* CredentialStore
      const revisions = yield* RevisionStore
      yield* credentials.put(sampleKey("k", 1))
      yield* transact(credentials.put(sampleKey("k", 1)))
      expect(yield* revisions.read(["key:k", "key:other"])).toEqual([2, 0])
      yield* credentials.putUse("k", noon)
      yield* credentials.putToken({ digest: "d", keyId: "k", expiresAt: noon }, 0)
      expect(yield* revisions.read(["key:k"])).toEqual([2])
    })))

  it.effect("removing a location bumps the agendas that may show it, once", () =>
    revised(Effect.gen(function*() {
      const locations = yield* LocationStore
      yield* transact(Effect.forEach(agendas, (agenda) => Effect.flatMap(AgendaStore, (store) => store.put(agenda))))
      yield* Effect.zipRight(putLocation(1, 3, null), putLocation(2, 1, 9))
      expect(yield* moved(locations.remove(1))).toEqual([3])
      expect(yield* moved(locations.remove(1))).toEqual([])
      expect(yield* moved(locations.remove(2))).toEqual([1, 2, 3])
    })))

  it.effect("changing a location that has left its set bumps the agendas with events there", () =>
    revised(Effect.gen(function*() {
      yield* transact(Effect.forEach(agendas, (agenda) => Effect.flatMap(AgendaStore, (store) => store.put(agenda))))
      yield* putLocation(1, 2, 9)
      const { index, record } = sampleEvent(1, { agendaUid: 1, locationUid: 1 })
      yield* Effect.flatMap(EventStore, (store) => store.put(record, index))
      yield* putLocation(1, 2, null)
      expect(yield* moved(putLocation(1, 2, null))).toContain(1)
      expect(yield* moved(Effect.flatMap(LocationStore, (store) => store.move(1, 2)))).toContain(1)
    })))

  it.effect("a transaction bumps each topic once, whatever its nested parts write", () =>
    revised(Effect.gen(function*() {
      const revisions = yield* RevisionStore
      yield* transact(Effect.all([putEvent(1, 1), putEvent(2, 1), putEvent(3, 2), transact(putEvent(4, 1)), putLocation(1, 1, null)]))
      expect(yield* revisions.read(["agenda:1", "agenda:2"])).toEqual([1, 1])
      yield* transact(putEvent(1, 1))
      expect(yield* revisions.read(["agenda:1", "agenda:2"])).toEqual([2, 1])
    })))

  it.effect("a rolled back write bumps nothing", () =>
    revised(Effect.gen(function*() {
      expect(yield* moved(Effect.exit(transact(Effect.zipRight(putEvent(1, 1), Effect.fail("undo")))))).toEqual([])
      expect(yield* moved(Effect.exit(transact(Effect.zipRight(putEvent(1, 1), Effect.die("undo")))))).toEqual([])
    })))
})
