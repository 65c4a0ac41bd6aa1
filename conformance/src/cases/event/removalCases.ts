import type { StateChange } from "@agenda-engine/core/record/StateChange"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer, expectConflict } from "../../expect.js"
import { agendas, events, fill, histories, locations, locationSets, networks, removals, transact, users } from "../../storeCalls.js"
import {
  noon,
  sampleAgenda,
  sampleEvent,
  sampleLocation,
  sampleLocationSet,
  sampleNetwork,
  sampleTombstone,
  sampleUser
} from "../../testing/SampleRecords.js"
import { plan, uidsOf } from "../plans.js"

const change = (eventUid: number, userUid: number): StateChange => ({
  eventUid,
  at: noon,
  from: null,
  to: 2,
  userUid,
  keyId: `key${userUid}`,
  motive: null
})

const own = [
  sampleEvent(1, { contributorUid: 7, keywords: ["jazz"], extIds: [{ key: "a", value: "1" }] }),
  sampleEvent(2, { state: 0, contributorUid: 8, locationUid: 5 }),
  sampleEvent(3, { contributorUid: 7 })
]
const others = [sampleEvent(4, { agendaUid: 2, contributorUid: 7, locationUid: 5 })]

const filled = Effect.zipRight(
  fill({
    agendas: [sampleAgenda(1), sampleAgenda(2)],
    users: [sampleUser(7), sampleUser(8)],
    locations: [sampleLocation(5, 1, { setUid: 9 }), sampleLocation(6, 1, { setUid: 9 }), sampleLocation(8, 2, { setUid: null })],
    events: [...own, ...others],
    tombstones: [sampleTombstone(21), sampleTombstone(21, { audience: "privileged" }), sampleTombstone(22, { agendaUid: 2 })]
  }),
  transact(Effect.forEach([change(1, 7), change(2, 8), change(4, 7)], (added) => histories((store) => store.add(added))))
)

const find = (agendaUid: number, uid: number) => events((store) => store.find(agendaUid, { _tag: "Uid", uid }))
const listed = uidsOf(plan({}))

/** The demands on the members of the ports that remove what is no longer wanted. */
export const removalCases: ReadonlyArray<Case> = [
  demand(
    "agenda.remove",
    "AgendaStore.remove",
    "a removed agenda is not found, has no clock and frees its slug; `removed` lists it until `forget`"
  )(function*() {
    yield* filled
    yield* expectAnswer("before", removals((store) => store.removed), [])
    yield* transact(agendas((store) => Effect.zipRight(store.lock(1), store.remove(1))))
    yield* expectAnswer("by uid", agendas((store) => store.find({ _tag: "Uid", uid: 1 })), null)
    yield* expectAnswer("by slug", agendas((store) => store.find({ _tag: "Slug", slug: "agenda-1" })), null)
    yield* expectAnswer("its clock", transact(agendas((store) => store.lock(1))), null)
    yield* expectAnswer("in a scan", Effect.map(agendas((store) => store.scan(0, 9)), (all) => all.map(({ uid }) => uid)), [2])
    yield* transact(agendas((store) => Effect.zipRight(store.remove(2), store.put(sampleAgenda(3, { slug: "agenda-1" })))))
    yield* expectAnswer("what was removed", removals((store) => store.removed), [1, 2])
    yield* transact(removals((store) => store.forget(1)))
    yield* expectAnswer("what is not forgotten", removals((store) => store.removed), [2])
  }),
  demand(
    "removal.clear.events",
    "RemovalStore.clear",
    "`clear` removes at most `limit` events of one agenda by uid, with all derived rows, and of no other agenda"
  )(function*() {
    yield* filled
    const clear = transact(removals((store) => store.clear(1, 2)))
    yield* expectAnswer("before", removals((store) => store.count(1)), { events: 3, tombstones: 2 })
    yield* expectAnswer("the first", clear, { events: [1, 2], tombstones: 0 })
    yield* expectAnswer("the list", listed, [3])
    yield* expectAnswer("one of them", find(1, 1), null)
    yield* expectAnswer("its slug", events((store) => store.agendaOfSlug("event-1")), null)
    yield* expectAnswer("its history", histories((store) => store.find([1, 2])), [])
    yield* expectAnswer("the last", clear, { events: [3], tombstones: 0 })
    yield* expectAnswer("what is left", removals((store) => store.count(1)), { events: 0, tombstones: 2 })
    yield* expectAnswer("of another agenda", find(2, 4), others[0]?.record)
    yield* expectAnswer("its history", histories((store) => store.find([4])), [change(4, 7)])
    // Their uids, slugs and external ids are free again.
    yield* transact(Effect.forEach(own, ({ index, record }) => events((store) => store.put(record, index))))
  }),
  demand(
    "removal.clear.tombstones",
    "RemovalStore.clear",
    "without events, `clear` deletes at most `limit` tombstones of one agenda, of every audience, and of no other agenda"
  )(function*() {
    yield* filled
    const clear = (limit: number) => transact(removals((store) => store.clear(1, limit)))
    yield* expectAnswer("the events", clear(9), { events: [1, 2, 3], tombstones: 0 })
    yield* expectAnswer("the first", clear(1), { events: [], tombstones: 1 })
    yield* expectAnswer("the second", clear(1), { events: [], tombstones: 1 })
    yield* expectAnswer("no more", clear(1), { events: [], tombstones: 0 })
    yield* expectAnswer("what is left", removals((store) => store.count(1)), { events: 0, tombstones: 0 })
    yield* expectAnswer("of another agenda", removals((store) => store.count(2)), { events: 1, tombstones: 1 })
  }),
  demand(
    "removal.contributions",
    "RemovalStore.contributionsOf",
    "`contributionsOf` counts a user's events and state changes per agenda; `forgetUser` anonymizes them in the agendas that it is given"
  )(function*() {
    yield* filled
    const traces = (uid: number) => removals((store) => store.contributionsOf(uid))
    yield* expectAnswer("of one", traces(7), [{ agendaUid: 1, events: 2, stateChanges: 1 }, { agendaUid: 2, events: 1, stateChanges: 1 }])
    yield* expectAnswer("of nobody known", traces(99), [])
    yield* transact(removals((store) => store.forgetUser(sampleUser(7), [1])))
    yield* expectAnswer("afterwards", traces(7), [{ agendaUid: 2, events: 1, stateChanges: 1 }])
    yield* expectAnswer("of another", traces(8), [{ agendaUid: 1, events: 1, stateChanges: 1 }])
    yield* expectAnswer("the event", find(1, 1), own[0] === undefined ? null : { ...own[0].record, contributorUid: null })
    yield* expectAnswer("its history", histories((store) => store.find([1])), [{ ...change(1, 7), userUid: null }])
  }),
  demand(
    "location.move",
    "LocationStore.move",
    "`move` gives a location and its external ids to another agenda; a conflicting external id there fails with `Conflict` and moves nothing"
  )(function*() {
    yield* filled
    const extIds = [{ key: "a", value: "1" }]
    const named = sampleLocation(6, 1, { setUid: 9 }, { extIds })
    const holder = sampleLocation(8, 2, { setUid: null }, { extIds })
    const put = ({ index, record }: typeof named) => transact(locations((store) => store.put(record, index)))
    yield* put(named)
    yield* put(holder)
    yield* expectConflict("with one that is there", transact(locations((store) => store.move(6, 2))))
    yield* expectAnswer("the one that stayed", locations((store) => store.find(6)), named.record)
    yield* transact(locations((store) => store.remove(8)))
    yield* transact(locations((store) => store.move(6, 2)))
    yield* expectAnswer("the one that moved", locations((store) => store.findByExtId(2, null, { key: "a", value: "1" })), {
      ...named.record,
      agendaUid: 2
    })
    yield* expectAnswer("by its old agenda", locations((store) => store.findByExtId(1, null, { key: "a", value: "1" })), null)
    yield* expectAnswer("what is scanned", Effect.map(locations((store) => store.scan(1, 0, 9)), (all) => all.map(({ uid }) => uid)), [5])
  }),
  demand("location.count-of-set", "LocationStore.countOfSet", "`countOfSet` counts the locations of a set in every agenda")(function*() {
    yield* filled
    const count = (setUid: number) => locations((store) => store.countOfSet(setUid))
    yield* expectAnswer("of a set", count(9), 2)
    yield* transact(locations((store) => store.move(6, 2)))
    yield* expectAnswer("when one is another agenda's", count(9), 2)
    yield* expectAnswer("of none", count(99), 0)
  }),
  demand(
    "user.remove",
    "UserStore.remove",
    "a removed user is not found and the email address is free; removing an unknown user does nothing"
  )(function*() {
    yield* filled
    yield* expectAnswer("under its lock", transact(users((store) => store.lock(7, "exclusive"))), sampleUser(7))
    yield* transact(users((store) => store.remove(7)))
    yield* transact(users((store) => store.remove(7)))
    yield* expectAnswer("by uid", users((store) => store.find(7)), null)
    yield* expectAnswer("under its lock", transact(users((store) => store.lock(7, "exclusive"))), null)
    yield* transact(users((store) => store.put(sampleUser(70, { email: sampleUser(7).email }))))
    yield* expectAnswer("another", users((store) => store.find(8)), sampleUser(8))
  }),
  demand("network.remove", "NetworkStore.remove", "a removed network is not found; removing an unknown one does nothing")(function*() {
    yield* transact(Effect.forEach([sampleNetwork(1), sampleNetwork(2)], (network) => networks((store) => store.put(network))))
    yield* expectAnswer("under its lock", transact(networks((store) => store.lock(1, "exclusive"))), sampleNetwork(1))
    yield* transact(networks((store) => store.remove(1)))
    yield* transact(networks((store) => store.remove(1)))
    yield* expectAnswer("by uid", networks((store) => store.find(1)), null)
    yield* expectAnswer("another", transact(networks((store) => store.lock(2, "shared"))), sampleNetwork(2))
  }),
  demand("location-set.remove", "LocationSetStore.remove", "a removed location set is not found; removing an unknown one does nothing")(
    function*() {
      yield* transact(Effect.forEach([sampleLocationSet(1), sampleLocationSet(2)], (set) => locationSets((store) => store.put(set))))
      yield* expectAnswer("under its lock", transact(locationSets((store) => store.lock(1, "exclusive"))), sampleLocationSet(1))
      yield* transact(locationSets((store) => store.remove(1)))
      yield* transact(locationSets((store) => store.remove(1)))
      yield* expectAnswer("by uid", locationSets((store) => store.find(1)), null)
      yield* expectAnswer("another", transact(locationSets((store) => store.lock(2, "shared"))), sampleLocationSet(2))
    }
  )
]
