import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import * as Effect from "effect/Effect"
import { type Case, demandOfDatabase, demandOfTwo } from "../Case.js"
import { expectAnswer, expectConflict, expectEqual } from "../expect.js"
import { agendas, events, fill, searches, tombstones, transact, users, world } from "../storeCalls.js"
import { noon, sampleAgenda, sampleEvent, sampleLocation, sampleTombstone, sampleUser } from "../testing/SampleRecords.js"
import { plan, uidsOf } from "./plans.js"
import { expectMeaning } from "./search/searchCase.js"

const given = world({
  agendas: [sampleAgenda(1), sampleAgenda(2)],
  users: [sampleUser(1)],
  locations: [sampleLocation(1, 1)],
  events: [sampleEvent(1, { locationUid: 1, keywords: ["jazz"], extIds: [{ key: "a", value: "1" }] }), sampleEvent(2)],
  tombstones: [sampleTombstone(3)]
})

const put = (uid: number, extIds: ReadonlyArray<{ readonly key: string; readonly value: string }> = []) => {
  const { index, record } = sampleEvent(uid, { extIds })
  return events((store) => store.put(record, index))
}

/** The demands on a database that is opened more than once. */
export const reopenCases: ReadonlyArray<Case> = [
  demandOfDatabase(
    "database.reopen.keeps",
    "Transaction.run",
    "committed data is there after the database is closed and reopened",
    "reopen"
  )(function*(layer) {
    yield* Effect.provide(fill(given), layer)
    yield* Effect.provide(
      Effect.gen(function*() {
        yield* expectMeaning("the list", plan({ bodies: true }), given)
        yield* expectAnswer("the user", users((store) => store.find(1)), sampleUser(1))
        yield* expectAnswer("the tombstone", tombstones((store) => store.find(1, 3, "public")), sampleTombstone(3))
        yield* transact(put(4))
      }),
      layer
    )
    yield* Effect.provide(expectAnswer("the list, opened a third time", uidsOf(plan({})), [1, 2, 4]), layer)
  }),
  demandOfDatabase(
    "database.reopen.constraints",
    "EventStore.put",
    "slugs, external ids and clocks are unchanged after the database is reopened",
    "reopen"
  )(function*(layer) {
    yield* Effect.provide(
      Effect.zipRight(fill(given), transact(agendas((store) => store.setClock(1, { changedAt: noon })))),
      layer
    )
    yield* Effect.provide(
      Effect.gen(function*() {
        yield* expectConflict("an external id in use", transact(put(9, [{ key: "a", value: "1" }])))
        yield* expectAnswer("the clock", transact(agendas((store) => store.lock(1))), { changedAt: noon })
      }),
      layer
    )
  }),
  demandOfDatabase("database.reopen.rolled-back", "Transaction.run", "rolled back data is absent after the database is reopened", "reopen")(
    function*(layer) {
      yield* Effect.provide(
        Effect.zipRight(fill(given), Effect.exit(transact(Effect.zipRight(put(4), Effect.fail("undo"))))),
        layer
      )
      yield* Effect.provide(expectAnswer("the list", uidsOf(plan({})), [1, 2]), layer)
    }
  ),
  demandOfTwo(
    "database.share.reads",
    "wire.md §1, a write is readable at once by every process",
    "a write through one connection is visible through another at once, in single reads and lists"
  )(function*(first, second) {
    yield* first(fill(given))
    yield* second(expectMeaning("the list", plan({}), given))
    for (const uid of [4, 5, 6]) {
      yield* first(transact(put(uid)))
      yield* second(expectAnswer("the list", Effect.map(uidsOf(plan({})), (uids) => uids.includes(uid)), true))
      yield* second(transact(events((store) => store.remove(uid))))
      yield* first(expectAnswer("the event removed", events((store) => store.find(1, { _tag: "Uid", uid })), null))
      yield* first(expectAnswer("the total", Effect.map(searches((store) => store.search(plan({}))), ({ total }) => total), 2))
    }
  }),
  demandOfTwo(
    "database.share.writers",
    "AgendaStore.lock",
    "writers on two connections that lock one agenda run one after the other; one that loses a race is retried"
  )(function*(first, second) {
    yield* first(fill(given))
    const tick = atomically(Effect.gen(function*() {
      const clock = yield* agendas((store) => store.lock(1))
      yield* Effect.sleep(1)
      yield* agendas((store) => store.setClock(1, { changedAt: (clock?.changedAt ?? 0) + 1 }))
    }))
    yield* Effect.forEach(Array.from({ length: 20 }, (_, index) => index), (index) => (index % 2 === 0 ? first : second)(tick), {
      concurrency: 4,
      discard: true
    })
    yield* second(expectAnswer("the clock", transact(agendas((store) => store.lock(1))), { changedAt: 20 }))
  }),
  demandOfTwo(
    "database.share.upsert-races",
    "wire.md §1, external identifiers",
    "writers on two connections that upsert one external id create one event"
  )(function*(first, second) {
    yield* first(fill(given))
    const id = { key: "source", value: "42" }
    const upsert = (uid: number) =>
      atomically(Effect.gen(function*() {
        yield* agendas((store) => store.lock(1))
        const known = yield* events((store) => store.find(1, { _tag: "ExtId", ...id }))
        if (known === null) yield* put(uid, [id])
      }))
    yield* Effect.all([11, 12, 13, 14, 15, 16].map((uid) => (uid % 2 === 0 ? first : second)(upsert(uid))), {
      concurrency: "unbounded"
    })
    const { total } = yield* second(
      searches((store) => store.search(plan({ where: [{ _tag: "Uid", in: [11, 12, 13, 14, 15, 16] }] })))
    )
    yield* expectEqual("how many events there are", total, 1)
  })
]
