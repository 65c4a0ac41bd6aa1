import type { IndexedLocation } from "@agenda-engine/core/query/event/PlanData"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type Case, demand } from "../../Case.js"
import { expectAnswer, expectConflict, expectEqual } from "../../expect.js"
import { fill, locations, transact } from "../../storeCalls.js"
import { sampleAgenda, sampleEvent, sampleLocation, sampleWords } from "../../testing/SampleRecords.js"
import { everyLocation } from "../../testing/wholePlans.js"
import { plan, uidsOf } from "../plans.js"
import { listed } from "./locationSearchCases.js"

const put = ({ index, record }: IndexedLocation) => transact(locations((store) => store.put(record, index)))
const find = (uid: number) => locations((store) => store.find(uid))
const findExt = (agendaUid: number, setUid: number | null, key: string, value: string) =>
  Effect.map(locations((store) => store.findByExtId(agendaUid, setUid, { key, value })), (record) => record?.uid ?? null)
const withExtIds = (
  uid: number,
  agendaUid: number,
  setUid: number | null,
  ...extIds: ReadonlyArray<readonly [key: string, value: string]>
) => sampleLocation(uid, agendaUid, { setUid }, { extIds: extIds.map(([key, value]) => ({ key, value })) })
const agendas = [sampleAgenda(1, { locationSetUid: 5 }), sampleAgenda(2, { locationSetUid: 5 }), sampleAgenda(3)]

const full = sampleLocation(21, 1, {
  setUid: 5,
  slug: "le-quartz",
  name: 'Le "Quartz" 𝄞',
  adminLevel1: "Bretagne",
  adminLevel2: null,
  adminLevel3: "Brest Métropole",
  adminLevel5: "5",
  adminLevel6: "Siam",
  postalCode: null,
  latitude: -0.000001,
  longitude: 179.999999,
  timezone: null,
  state: 0,
  detail: '{"access":{"fr":"Tram A\\n"}}'
})

/** The demands on `LocationStore`, but on its search. */
export const locationCases: ReadonlyArray<Case> = [
  demand(
    "location.put.whole",
    "LocationStore.put",
    "`find` returns a location exactly as it was put, coordinates to the last digit, and null for an unknown one"
  )(function*() {
    yield* fill({ agendas })
    yield* put(full)
    yield* put(sampleLocation(22, 1, { latitude: null, longitude: null }))
    yield* expectAnswer("the location", find(21), full.record)
    yield* expectAnswer("without coordinates", find(22), sampleLocation(22, 1, { latitude: null, longitude: null }).record)
    yield* expectAnswer("no location", find(23), null)
  }),
  demand("location.put.replaces", "LocationStore.put", "a second `put` replaces the whole location and its index")(function*() {
    yield* fill({ agendas })
    yield* put(full)
    const changed = sampleLocation(21, 1, { name: "Renamed", adminLevel4: "Quimper" })
    yield* put(changed)
    yield* expectAnswer("the location", find(21), changed.record)
    const named = (word: string) =>
      Effect.map(locations((store) => store.search({ ...everyLocation, words: sampleWords(word) })), (answer) => answer.total)
    yield* expectAnswer("by its old name", named("quartz"), 0)
    yield* expectAnswer("by its new name", named("renamed"), 1)
  }),
  demand(
    "location.put.moves-events",
    "wire.md §5, What moves updatedAt",
    "after a location changes, its events are found by the new values without being put again"
  )(function*() {
    yield* fill({ agendas, locations: [sampleLocation(21, 1)], events: [sampleEvent(1, { locationUid: 21, attendanceMode: 1 })] })
    yield* put(sampleLocation(21, 1, { adminLevel4: "Quimper" }))
    const inCity = (city: string) => uidsOf(plan({ where: [{ _tag: "Place", field: "adminLevel4", in: [city], orNone: false }] }))
    yield* expectAnswer("by the old city", inCity("brest"), [])
    yield* expectAnswer("by the new city", inCity("quimper"), [1])
  }),
  demand(
    "location.put.other-agenda",
    "LocationStore.put",
    "`put` with the uid of another agenda's location fails with `Conflict` and stores nothing"
  )(function*() {
    yield* fill({ agendas })
    const first = sampleLocation(21, 1, { setUid: 5 })
    yield* put(first)
    yield* expectConflict("the same uid in another agenda", put(sampleLocation(21, 3, { name: "Taken over" })))
    yield* expectConflict("the same uid in another agenda of the set", put(sampleLocation(21, 2, { setUid: 5 })))
    yield* expectAnswer("the location", find(21), first.record)
  }),
  demand(
    "location.put.ext-id-conflict",
    "LocationStore.put",
    "`put` with the external id of another location of the agenda or the set fails with `Conflict` and stores nothing"
  )(function*() {
    yield* fill({ agendas })
    yield* put(withExtIds(1, 1, 5, ["erp", "17"]))
    yield* put(withExtIds(2, 3, null, ["erp", "17"]))
    yield* expectConflict("of the same agenda", put(withExtIds(3, 1, null, ["erp", "18"], ["erp", "17"])))
    yield* expectConflict("of the same set", put(withExtIds(4, 2, 5, ["erp", "17"])))
    yield* expectAnswer("the locations", Effect.all([find(3), find(4), findExt(1, 5, "erp", "18")]), [null, null, null])
    yield* put(withExtIds(4, 2, 6, ["erp", "17"]))
    yield* expectConflict("of a set that it comes to", put(withExtIds(4, 2, 5, ["erp", "17"])))
    yield* expectAnswer("of another set", findExt(2, 6, "erp", "17"), 4)
  }),
  demand(
    "location.put.race",
    "LocationStore.put",
    "of two transactions that put one uid in two agendas, one fails with `Conflict` and the other's location stays"
  )(function*() {
    yield* fill({ agendas })
    const rivals = [sampleLocation(21, 1), sampleLocation(21, 3)]
    const lost = yield* Effect.map(
      Effect.forEach(rivals, (rival) => Effect.either(put(rival)), { concurrency: "unbounded" }),
      (outcomes) => outcomes.map((outcome) => Either.isLeft(outcome) ? outcome.left.reason : null)
    )
    yield* expectEqual("how they were refused", lost.filter((reason) => reason !== null), ["Conflict"])
    yield* expectAnswer("the location", find(21), rivals[lost.indexOf(null)]?.record ?? null)
  }),
  demand(
    "location.put.drops-ext-ids",
    "LocationStore.put",
    "external ids that a location no longer has are free and find nothing; its own ids cause no conflict"
  )(function*() {
    yield* fill({ agendas })
    yield* put(withExtIds(1, 1, 5, ["erp", "1"], ["old", "1"]))
    yield* put(withExtIds(1, 1, 5, ["erp", "1"]))
    yield* expectAnswer("by the id dropped", findExt(1, 5, "old", "1"), null)
    yield* expectAnswer("by the id kept", findExt(1, 5, "erp", "1"), 1)
    yield* put(withExtIds(2, 2, 5, ["old", "1"]))
    yield* expectAnswer("by the id given away", findExt(1, 5, "old", "1"), 2)
  }),
  demand(
    "location.find.many",
    "LocationStore.findMany",
    "`findMany` returns locations of any agenda by uid, each once, and omits unknown uids"
  )(function*() {
    yield* fill({ agendas, locations: listed })
    const many = (uids: ReadonlyArray<number>) =>
      Effect.map(locations((store) => store.findMany(uids)), (found) => found.toSorted((left, right) => left.uid - right.uid))
    const records = listed.flatMap(({ record }) => [5, 1, 3].includes(record.uid) ? [record] : [])
    yield* expectAnswer("three of them", many([5, 99, 1, 3, 1]), records)
    yield* expectAnswer("one of them", many([3]), records.filter(({ uid }) => uid === 3))
    yield* expectAnswer("none", many([]), [])
    yield* expectAnswer("among very many", many([...Array.from({ length: 2_000 }, (_, index) => 1_000 + index), 5, 1, 3]), records)
  }),
  demand(
    "location.find.ext-id",
    "LocationStore.findByExtId",
    "a location is found by each of its external ids, compared exactly, from every agenda that shares it"
  )(function*() {
    yield* fill({ agendas })
    yield* put(withExtIds(1, 1, 5, ["erp", "É/é?&=%20"], ["default", "17"]))
    yield* put(withExtIds(2, 3, null, ["erp", "18"]))
    yield* expectAnswer("by one", findExt(1, 5, "erp", "É/é?&=%20"), 1)
    yield* expectAnswer("by another", findExt(1, 5, "default", "17"), 1)
    yield* expectAnswer("by its agenda, which left the set", findExt(1, null, "default", "17"), 1)
    yield* expectAnswer("by another agenda of the set", findExt(2, 5, "default", "17"), 1)
    yield* expectAnswer("by another agenda without the set", findExt(2, null, "default", "17"), null)
    yield* expectAnswer("by an agenda of another set", findExt(2, 6, "default", "17"), null)
    yield* expectAnswer("without a set anywhere", findExt(3, null, "erp", "18"), 2)
    yield* expectAnswer("by another agenda without a set", findExt(1, null, "erp", "18"), null)
    yield* expectAnswer("by a key of one and the value of another", findExt(1, 5, "erp", "17"), null)
    yield* expectAnswer("by a value in other case", findExt(1, 5, "erp", "é/é?&=%20"), null)
  }),
  demand(
    "location.find.ext-id-own",
    "LocationStore.findByExtId",
    "when an agenda's location and one of its set have the same external id, the agenda finds its own"
  )(function*() {
    yield* fill({ agendas })
    yield* put(withExtIds(1, 2, 5, ["erp", "17"]))
    yield* put(withExtIds(2, 1, null, ["erp", "17"]))
    yield* expectAnswer("by the agenda with its own", findExt(1, 5, "erp", "17"), 2)
    yield* expectAnswer("by the other", findExt(2, 5, "erp", "17"), 1)
  }),
  demand("location.scan.pages", "LocationStore.scan", "`scan` visits the locations that one agenda created, ordered by uid")(function*() {
    yield* fill({ agendas, locations: [...listed].reverse() })
    const scan = (after: number, limit: number) =>
      Effect.map(locations((store) => store.scan(1, after, limit)), (records) => records.map(({ uid }) => uid))
    yield* expectAnswer("the first page", scan(0, 2), [1, 2])
    yield* expectAnswer("the second page", scan(2, 3), [6, 7, 8])
    yield* expectAnswer("after the last", scan(8, 3), [])
  })
]
