import type { NetworkRecord } from "@agenda-engine/core/record/AgendaRecord"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer } from "../../expect.js"
import { networks, transact } from "../../storeCalls.js"
import { noon, sampleNetwork } from "../../testing/SampleRecords.js"

const put = (record: NetworkRecord) => transact(networks((store) => store.put(record)))
const find = (uid: number) => networks((store) => store.find(uid))

const full = sampleNetwork(1, {
  title: 'Réseau "Ouest" 𝄞',
  fields: '[{"field":"theme","label":{"fr":"Thème \\u0022a\\u0022 %_"}}]',
  synonyms: '[["ciné","cinéma"]]',
  createdAt: noon - 1,
  updatedAt: noon
})

/** The demands on `NetworkStore`. */
export const networkCases: ReadonlyArray<Case> = [
  demand("network.put.whole", "NetworkStore.put", "`find` returns a network exactly as it was put, and null for an unknown one")(
    function*() {
      yield* Effect.forEach([full, sampleNetwork(2)], put)
      yield* expectAnswer("the first", find(1), full)
      yield* expectAnswer("the second", find(2), sampleNetwork(2))
      yield* expectAnswer("no network", find(3), null)
    }
  ),
  demand("network.put.replaces", "NetworkStore.put", "a second `put` replaces the whole network and changes no other")(function*() {
    yield* Effect.forEach([full, sampleNetwork(2)], put)
    const changed = sampleNetwork(1, { title: "Renamed", synonyms: '[["expo","exposition"]]', updatedAt: noon + 1 })
    yield* put(changed)
    yield* expectAnswer("the network", find(1), changed)
    yield* expectAnswer("the other", find(2), sampleNetwork(2))
  }),
  demand("network.find-many", "NetworkStore.findMany", "`findMany` returns the networks of several uids and omits unknown uids")(
    function*() {
      yield* Effect.forEach([sampleNetwork(1), sampleNetwork(2), sampleNetwork(3)], put)
      const findMany = (uids: ReadonlyArray<number>) =>
        Effect.map(networks((store) => store.findMany(uids)), (found) => found.map(({ uid }) => uid).sort((a, b) => a - b))
      yield* expectAnswer("two of three", findMany([3, 1, 99]), [1, 3])
      yield* expectAnswer("none asked for", findMany([]), [])
    }
  ),
  demand("network.scan.pages", "NetworkStore.scan", "`scan` visits every network, ordered by uid")(function*() {
    yield* Effect.forEach([sampleNetwork(20), sampleNetwork(3), sampleNetwork(100)], put)
    yield* expectAnswer("the first page", networks((store) => store.scan(0, 2)), [sampleNetwork(3), sampleNetwork(20)])
    yield* expectAnswer("the last page", networks((store) => store.scan(20, 2)), [sampleNetwork(100)])
    yield* expectAnswer("after the last", networks((store) => store.scan(100, 2)), [])
  })
]
