import type { IndexedLocation } from "@agenda-engine/core/query/event/PlanData"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer, expectEqual } from "../../expect.js"
import { events, fill, locations, transact } from "../../storeCalls.js"
import { sampleAgenda, sampleEvent, sampleLocation } from "../../testing/SampleRecords.js"
import { everyLocation } from "../../testing/wholePlans.js"

const put = ({ index, record }: IndexedLocation) => transact(locations((store) => store.put(record, index)))
const remove = (uid: number) => transact(locations((store) => store.remove(uid)))
const lock = (uid: number, hold: "shared" | "exclusive") => locations((store) => store.lock(uid, hold))
const find = (uid: number) => locations((store) => store.find(uid))
const findExt = (agendaUid: number, setUid: number | null, key: string, value: string) =>
  Effect.map(locations((store) => store.findByExtId(agendaUid, setUid, { key, value })), (record) => record?.uid ?? null)
const named = (uid: number, agendaUid: number, value: string) =>
  sampleLocation(uid, agendaUid, { setUid: 5 }, { extIds: [{ key: "erp", value }] })

const agendas = [sampleAgenda(1, { locationSetUid: 5 }), sampleAgenda(2, { locationSetUid: 5 }), sampleAgenda(3)]
const first = sampleLocation(21, 1, { setUid: 5 })

/** The demands on how `LocationStore` removes, and keeps others out. */
export const locationLockCases: ReadonlyArray<Case> = [
  demand("location.remove.whole", "LocationStore.remove", "a removed location is not found, and its uid and external ids are free")(
    function*() {
      yield* fill({ agendas })
      yield* put(named(1, 1, "1"))
      yield* put(named(2, 1, "2"))
      yield* remove(1)
      const scanned = Effect.map(locations((store) => store.scan(1, 0, 10)), (records) => records.map(({ uid }) => uid))
      const list = Effect.map(
        locations((store) => store.search(everyLocation)),
        ({ locations, total }) => [total, ...locations.map(({ uid }) => uid)]
      )
      yield* expectAnswer("by its uid", find(1), null)
      yield* expectAnswer("among several", locations((store) => store.findMany([1])), [])
      yield* expectAnswer("by its external id", findExt(1, 5, "erp", "1"), null)
      yield* expectAnswer("in a scan", scanned, [2])
      yield* expectAnswer("in a list", list, [1, 2])
      yield* put(named(3, 2, "1"))
      yield* expectAnswer("another of its external id", findExt(1, 5, "erp", "1"), 3)
      const other = sampleLocation(1, 3, { name: "Another" })
      yield* put(other)
      yield* expectAnswer("another of its uid, of another agenda", find(1), other.record)
    }
  ),
  demand("location.remove.unknown", "LocationStore.remove", "removing an unknown location does nothing")(function*() {
    yield* fill({ agendas, locations: [first] })
    yield* remove(99)
    yield* expectAnswer("the other location", find(21), first.record)
  }),
  demand(
    "location.lock.answers",
    "LocationStore.lock",
    "`lock` returns a location of any agenda with this transaction's writes, and null for an unknown one"
  )(function*() {
    yield* fill({ agendas, locations: [first] })
    const changed = sampleLocation(21, 1, { name: "Renamed" })
    yield* transact(Effect.gen(function*() {
      yield* expectAnswer("shared", lock(21, "shared"), first.record)
      yield* expectAnswer("exclusive", lock(21, "exclusive"), first.record)
      yield* expectAnswer("of none", Effect.all([lock(22, "shared"), lock(22, "exclusive")]), [null, null])
      yield* locations((store) => store.put(changed.record, changed.index))
      yield* expectAnswer("what was put under it", lock(21, "shared"), changed.record)
    }))
  }),
  demand(
    "location.lock.exclusive",
    "LocationStore.lock",
    "writers with an exclusive lock on one location run one after the other and lose no update"
  )(function*() {
    yield* fill({ agendas, locations: [sampleLocation(21, 1, { updatedAt: 0 })] })
    const tick = atomically(Effect.gen(function*() {
      const before = yield* lock(21, "exclusive")
      yield* Effect.sleep(1)
      const next = sampleLocation(21, 1, { updatedAt: (before?.updatedAt ?? 0) + 1 })
      yield* locations((store) => store.put(next.record, next.index))
    }))
    yield* Effect.forEach(Array.from({ length: 12 }), () => tick, { concurrency: 6, discard: true })
    yield* expectAnswer("how often it was written", Effect.map(find(21), (location) => location?.updatedAt ?? null), 12)
  }),
  demand(
    "location.lock.shared",
    "LocationStore.lock",
    "an event put under a shared lock and a removal under an exclusive lock exclude each other"
  )(function*() {
    const uids = [31, 32, 33, 34, 35, 36, 37, 38]
    yield* fill({ agendas, locations: uids.map((uid) => sampleLocation(uid, 1, { setUid: 5 })) })
    const come = (uid: number) =>
      atomically(Effect.gen(function*() {
        const location = yield* lock(uid, "shared")
        yield* Effect.sleep(1)
        const { index, record } = sampleEvent(uid, { agendaUid: 2, locationUid: uid, attendanceMode: 1 })
        if (location !== null) yield* events((store) => store.put(record, index))
      }))
    const go = (uid: number) =>
      atomically(Effect.gen(function*() {
        yield* lock(uid, "exclusive")
        const users = yield* events((store) => store.agendasAt(uid, 1))
        yield* Effect.sleep(1)
        if (users.length === 0) yield* locations((store) => store.remove(uid))
      }))
    yield* Effect.forEach(uids, (uid) => Effect.all(uid % 2 === 0 ? [come(uid), go(uid)] : [go(uid), come(uid)], { concurrency: 2 }), {
      concurrency: 4,
      discard: true
    })
    const there = yield* Effect.map(locations((store) => store.findMany(uids)), (found) => found.map(({ uid }) => uid))
    const located = yield* Effect.filter(
      uids,
      (uid) => Effect.map(events((store) => store.find(2, { _tag: "Uid", uid })), (event) => event !== null)
    )
    yield* expectEqual("the locations that are there are those of events", uids.filter((uid) => there.includes(uid)), located)
  })
]
