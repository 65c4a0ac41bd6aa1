import type { LocationSetRecord } from "@agenda-engine/core/record/LocationRecord"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer } from "../../expect.js"
import { locationSets, transact } from "../../storeCalls.js"
import { noon, sampleLocationSet } from "../../testing/SampleRecords.js"

const put = (record: LocationSetRecord) => transact(locationSets((store) => store.put(record)))
const find = (uid: number) => locationSets((store) => store.find(uid))

const full = sampleLocationSet(1, {
  title: 'Lieux "Ouest" %_ 𝄞',
  createdAt: noon - 1,
  updatedAt: noon
})

/** The demands on `LocationSetStore`. */
export const locationSetCases: ReadonlyArray<Case> = [
  demand(
    "location-set.put.whole",
    "LocationSetStore.put",
    "`find` returns a location set exactly as it was put, and null for an unknown one"
  )(function*() {
    yield* Effect.forEach([full, sampleLocationSet(2)], put)
    yield* expectAnswer("the first", find(1), full)
    yield* expectAnswer("the second", find(2), sampleLocationSet(2))
    yield* expectAnswer("no location set", find(3), null)
  }),
  demand("location-set.put.replaces", "LocationSetStore.put", "a second `put` replaces the whole location set and changes no other")(
    function*() {
      yield* Effect.forEach([full, sampleLocationSet(2)], put)
      const changed = sampleLocationSet(1, { title: "Renamed", updatedAt: noon + 1 })
      yield* put(changed)
      yield* expectAnswer("the location set", find(1), changed)
      yield* expectAnswer("the other", find(2), sampleLocationSet(2))
    }
  ),
  demand(
    "location-set.find-many",
    "LocationSetStore.findMany",
    "`findMany` returns the location sets of several uids and omits unknown uids"
  )(function*() {
    yield* Effect.forEach([sampleLocationSet(1), sampleLocationSet(2), sampleLocationSet(3)], put)
    const findMany = (uids: ReadonlyArray<number>) =>
      Effect.map(locationSets((store) => store.findMany(uids)), (found) => found.map(({ uid }) => uid).sort((a, b) => a - b))
    yield* expectAnswer("two of three", findMany([3, 1, 99]), [1, 3])
    yield* expectAnswer("none asked for", findMany([]), [])
  }),
  demand("location-set.scan.pages", "LocationSetStore.scan", "`scan` visits every location set, ordered by uid")(function*() {
    yield* Effect.forEach([sampleLocationSet(20), sampleLocationSet(3), sampleLocationSet(100)], put)
    yield* expectAnswer("the first page", locationSets((store) => store.scan(0, 2)), [sampleLocationSet(3), sampleLocationSet(20)])
    yield* expectAnswer("the last page", locationSets((store) => store.scan(20, 2)), [sampleLocationSet(100)])
    yield* expectAnswer("after the last", locationSets((store) => store.scan(100, 2)), [])
  })
]
