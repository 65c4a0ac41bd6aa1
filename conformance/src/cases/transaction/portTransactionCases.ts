import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { type Case, demand } from "../../Case.js"
import { expectAnswer, expectEqual } from "../../expect.js"
import {
  agendas,
  credentials,
  events,
  fill,
  locations,
  members,
  revisions,
  searches,
  tombstones,
  transact,
  transaction,
  users
} from "../../storeCalls.js"
import {
  interval,
  noon,
  sampleAgenda,
  sampleEvent,
  sampleKey,
  sampleLocation,
  sampleMember,
  sampleToken,
  sampleTombstone,
  sampleUser
} from "../../testing/SampleRecords.js"
import { plan, uidsOf } from "../plans.js"
import { rollbackCases } from "./rollbackCases.js"

const put = (uid: number, given: Parameters<typeof sampleEvent>[1] = {}) => {
  const { index, record } = sampleEvent(uid, given)
  return events((store) => store.put(record, index))
}
const version = (uid: number) => Effect.map(events((store) => store.find(1, { _tag: "Uid", uid })), (record) => record?.version ?? null)
const filled = fill({ agendas: [sampleAgenda(1), sampleAgenda(2)], users: [sampleUser(1)], events: [sampleEvent(1)] })

/** Writes to every port; all of it must go when the transaction does. */
const writeEverywhere = Effect.gen(function*() {
  yield* agendas((store) => store.lock(1))
  yield* agendas((store) => store.setClock(1, { changedAt: noon }))
  yield* put(1, { version: 2, keywords: ["jazz"], extIds: [{ key: "k", value: "v" }], at: [interval(3)] })
  yield* put(2)
  yield* tombstones((store) => store.put(sampleTombstone(3), null))
  yield* agendas((store) => store.put(sampleAgenda(9)))
  yield* users((store) => store.put(sampleUser(9)))
  yield* members((store) => store.put(sampleMember(9, 1)))
  const location = sampleLocation(9, 1)
  yield* locations((store) => store.put(location.record, location.index))
  yield* credentials((store) => store.put(sampleKey("k", 1)))
  yield* credentials((store) => store.putToken(sampleToken(2, "k"), 0))
})

const expectUntouched = Effect.gen(function*() {
  yield* expectAnswer("the event that was there", version(1), 1)
  yield* expectAnswer("by its new external id", events((store) => store.find(1, { _tag: "ExtId", key: "k", value: "v" })), null)
  yield* expectAnswer(
    "by its new keyword",
    uidsOf(plan({ where: [{ _tag: "AllTerms", dimension: "keyword", all: ["jazz"] }] })),
    []
  )
  yield* expectAnswer("the list", Effect.map(searches((store) => store.search(plan({}))), ({ total }) => total), 1)
  yield* expectAnswer("the event put", version(2), null)
  yield* expectAnswer("the tombstone", tombstones((store) => store.find(1, 3, "public")), null)
  yield* expectAnswer("the agenda", agendas((store) => store.find({ _tag: "Uid", uid: 9 })), null)
  yield* expectAnswer("the clock", transact(agendas((store) => store.lock(1))), { changedAt: 0 })
  yield* expectAnswer("the user", users((store) => store.find(9)), null)
  yield* expectAnswer("the membership", members((store) => store.find(9)), null)
  yield* expectAnswer("the location", locations((store) => store.find(9)), null)
  yield* expectAnswer("the key", credentials((store) => store.find("k")), null)
  yield* transact(put(2, { version: 7 }))
  yield* expectAnswer("the next transaction's event", version(2), 7)
})

/** The demands on `Transaction` over the writes of every port. */
export const portTransactionCases: ReadonlyArray<Case> = [
  demand("transaction.ports.commit", "Transaction.run", "a successful transaction commits its writes in every port and returns its value")(
    function*() {
      yield* filled
      yield* expectAnswer("the value", transact(Effect.as(writeEverywhere, "value")), "value")
      yield* expectAnswer("the event replaced", version(1), 2)
      yield* expectAnswer("the event put", version(2), 1)
      yield* expectAnswer("the tombstone", tombstones((store) => store.find(1, 3, "public")), sampleTombstone(3))
      yield* expectAnswer("the clock", transact(agendas((store) => store.lock(1))), { changedAt: noon })
      yield* expectAnswer("the key", credentials((store) => store.find("k")), sampleKey("k", 1))
    }
  ),
  ...rollbackCases({
    prefix: "transaction.ports",
    everywhere: " in every port",
    filled,
    write: writeEverywhere,
    expectUntouched,
    put: (uid, version = 1) => put(uid, { version }),
    putTaken: (uid) => put(uid, { slug: "event-1", extIds: [{ key: "k", value: "v" }] }),
    version,
    uids: uidsOf(plan({}))
  }),
  demand("transaction.ports.reads-own-writes", "Transaction.run", "inside a transaction, every port reads its own writes")(function*() {
    yield* filled
    yield* transact(Effect.gen(function*() {
      yield* put(2, { at: [interval(0.5)] })
      yield* put(1, { version: 5 })
      yield* agendas((store) => store.setClock(1, { changedAt: noon + 1 }))
      yield* expectAnswer("the event put", version(2), 1)
      yield* expectAnswer("the event replaced", version(1), 5)
      yield* expectAnswer("the list", uidsOf(plan({})), [1, 2])
      yield* expectAnswer("the clock", agendas((store) => store.lock(1)), { changedAt: noon + 1 })
      yield* events((store) => store.remove(1))
      yield* expectAnswer("the list after a removal", uidsOf(plan({})), [2])
    }))
  }),
  demand("transaction.ports.isolation.whole", "Transaction.run", "a reader sees all or none of each of several consecutive transactions")(
    function*() {
      yield* filled
      const move = (step: number) =>
        transact(Effect.zipRight(put(10, { version: step, at: [interval(step)] }), put(11, { version: step, at: [interval(step)] })))
      yield* move(1)
      const writer = yield* Effect.fork(Effect.forEach(Array.from({ length: 10 }, (_, step) => step + 2), move))
      const both = plan({ where: [{ _tag: "Uid", in: [10, 11] }] })
      const read = Effect.map(
        searches((store) => store.search(both)),
        ({ hits }) => hits.map((hit) => hit._tag === "Event" ? hit.head.version : 0)
      )
      const seen = yield* Effect.forEach(Array.from({ length: 20 }), () => read, { concurrency: 4 })
      yield* Fiber.join(writer)
      yield* Effect.forEach(seen, (versions) => expectEqual("the versions a reader saw", versions, [versions[0], versions[0]]))
      yield* expectAnswer("the versions in the end", read, [11, 11])
    }
  ),
  demand(
    "transaction.ports.upsert.races",
    "wire.md §1, external identifiers",
    "concurrent writers that upsert one external id create one event"
  )(function*() {
    yield* filled
    const extIds = [{ key: "source", value: "42" }]
    const upsert = (uid: number) =>
      atomically(Effect.gen(function*() {
        yield* agendas((store) => store.lock(1))
        const known = yield* events((store) => store.find(1, { _tag: "ExtId", key: "source", value: "42" }))
        yield* Effect.sleep(1)
        yield* known === null ? put(uid, { extIds }) : put(known.uid, { extIds, version: known.version + 1 })
      }))
    yield* Effect.forEach([21, 22, 23, 24, 25, 26], upsert, { concurrency: "unbounded", discard: true })
    const { hits, total } = yield* searches((store) => store.search(plan({ where: [{ _tag: "Uid", in: [21, 22, 23, 24, 25, 26] }] })))
    yield* expectEqual("how many events there are", total, 1)
    yield* expectEqual("how often it was written", hits.map((hit) => hit._tag === "Event" ? hit.head.version : 0), [6])
  }),
  demand(
    "transaction.ports.snapshot.consistent",
    "Transaction.snapshot",
    "reads in a snapshot see one committed state of all ports while another writer commits"
  )(function*() {
    yield* filled
    const write = (count: number) => transact(Effect.zipRight(put(1, { version: count }), revisions((store) => store.bump(["a"]))))
    const read = transaction(({ snapshot }) =>
      snapshot(Effect.gen(function*() {
        const [before] = yield* revisions((store) => store.read(["a"]))
        yield* Effect.sleep(1)
        const found = yield* version(1)
        yield* Effect.sleep(1)
        const [after] = yield* revisions((store) => store.read(["a"]))
        return [before === after, found === (before ?? 0) + 1]
      }))
    )
    const writing = yield* Effect.fork(Effect.forEach(Array.from({ length: 20 }, (_, index) => index + 2), write, { discard: true }))
    for (let reads = 0; reads < 10; reads++) yield* expectAnswer("one revision, and the version written with it", read, [true, true])
    yield* Fiber.join(writing)
  }),
  demand(
    "transaction.ports.snapshot.read-only",
    "Transaction.snapshot",
    "a write inside a snapshot fails with `ReadOnly`, also in a nested `run` and inside a transaction, which can go on"
  )(function*() {
    yield* filled
    const location = sampleLocation(9, 1)
    const writes: Readonly<Record<string, Effect.Effect<void, StoreError, Stores>>> = {
      event: put(1, { version: 2 }),
      tombstone: tombstones((store) => store.put(sampleTombstone(3), null)),
      agenda: agendas((store) => store.put(sampleAgenda(9))),
      clock: agendas((store) => store.setClock(1, { changedAt: noon })),
      user: users((store) => store.put(sampleUser(9))),
      member: members((store) => store.put(sampleMember(9, 1))),
      location: locations((store) => store.put(location.record, location.index)),
      key: credentials((store) => store.put(sampleKey("k", 1))),
      revision: revisions((store) => store.bump(["a"]))
    }
    const refused = (write: Effect.Effect<void, StoreError, Stores>) =>
      Effect.match(transaction(({ snapshot }) => snapshot(write)), {
        onFailure: ({ reason }) => reason,
        onSuccess: () => "written"
      })
    for (const [name, write] of Object.entries(writes)) {
      yield* expectAnswer(name, refused(write), "ReadOnly")
      yield* expectAnswer(`${name}, in a nested run`, refused(transact(write)), "ReadOnly")
    }
    yield* transact(Effect.gen(function*() {
      yield* put(2)
      for (const [name, write] of Object.entries(writes)) yield* expectAnswer(`${name}, inside a transaction`, refused(write), "ReadOnly")
      yield* put(3)
    }))
    yield* expectAnswer("the list", uidsOf(plan({})), [1, 2, 3])
    yield* expectAnswer("the version", version(1), 1)
    yield* expectAnswer("the agenda", agendas((store) => store.find({ _tag: "Uid", uid: 9 })), null)
    yield* expectAnswer("the revision", revisions((store) => store.read(["a"])), [0])
  })
]
