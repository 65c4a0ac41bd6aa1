import { contributorAudience, type Tombstone } from "@agenda-engine/core/record/EventRecord"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer } from "../../expect.js"
import { events, fill, removals, searches, tombstones, transact } from "../../storeCalls.js"
import { noon, sampleAgenda, sampleEvent, sampleTombstone, sampleUser } from "../../testing/SampleRecords.js"
import { changes, plan, tombstonesLast, uidsOf } from "../plans.js"

const put = (tombstone: Tombstone) => transact(tombstones((store) => store.put(tombstone, null)))
const find = (agendaUid: number, uid: number, audience: Tombstone["audience"]) =>
  tombstones((store) => store.find(agendaUid, uid, audience))
const taken = (uid: number) => Effect.map(events((store) => store.taken(uid, "free")), (found) => found.uid)
const filled = fill({ agendas: [sampleAgenda(1), sampleAgenda(2)] })

/** The demands on the tombstones of `EventStore`. */
export const tombstoneCases: ReadonlyArray<Case> = [
  demand("tombstone.put.audiences", "wire.md §5, Removal", "an event has one tombstone per audience, each with its own instant")(
    function*() {
      yield* filled
      yield* put(sampleTombstone(1, { removedAt: noon }))
      yield* expectAnswer("of the other audience", find(1, 1, "privileged"), null)
      yield* put(sampleTombstone(1, { audience: "privileged", removedAt: noon + 5 }))
      yield* expectAnswer("for everybody", find(1, 1, "public"), sampleTombstone(1, { removedAt: noon }))
      yield* expectAnswer(
        "for the privileged",
        find(1, 1, "privileged"),
        sampleTombstone(1, { audience: "privileged", removedAt: noon + 5 })
      )
    }
  ),
  demand("tombstone.put.replaces", "TombstoneStore.put", "a second tombstone of an event and audience replaces the first")(function*() {
    yield* filled
    yield* put(sampleTombstone(1, { removedAt: noon }))
    yield* put(sampleTombstone(1, { removedAt: noon + 9 }))
    yield* expectAnswer("the tombstone", find(1, 1, "public"), sampleTombstone(1, { removedAt: noon + 9 }))
  }),
  demand("tombstone.find.own-agenda", "TombstoneStore.find", "a tombstone is not found in another agenda, and an unknown one is null")(
    function*() {
      yield* filled
      yield* put(sampleTombstone(1))
      yield* expectAnswer("in another agenda", find(2, 1, "public"), null)
      yield* expectAnswer("of another event", find(1, 2, "public"), null)
    }
  ),
  demand(
    "tombstone.remove",
    "TombstoneStore.remove",
    "`removeTombstone` removes the tombstone of one audience; removing an unknown one does nothing"
  )(function*() {
    yield* filled
    yield* put(sampleTombstone(1))
    yield* put(sampleTombstone(1, { audience: "privileged" }))
    yield* transact(tombstones((store) => store.remove(2, 1, "privileged")))
    yield* transact(tombstones((store) => store.remove(1, 1, "public")))
    yield* transact(tombstones((store) => store.remove(1, 1, "public")))
    yield* expectAnswer("the one taken away", find(1, 1, "public"), null)
    yield* expectAnswer("the other", find(1, 1, "privileged"), sampleTombstone(1, { audience: "privileged" }))
  }),
  demand("tombstone.beside-event", "wire.md §5, Removal", "an event and its tombstone coexist; a write to one does not change the other")(
    function*() {
      yield* filled
      const { index, record } = sampleEvent(1, { state: 0 })
      yield* put(sampleTombstone(1))
      yield* transact(events((store) => store.put(record, index)))
      yield* expectAnswer("the event", events((store) => store.find(1, { _tag: "Uid", uid: 1 })), record)
      yield* transact(events((store) => store.remove(1)))
      yield* expectAnswer("the tombstone", find(1, 1, "public"), sampleTombstone(1))
    }
  ),
  demand("event.uid-taken", "EventUid", "a uid is `taken` by an existing event and by a removed event with a tombstone")(function*() {
    yield* filled
    const { index, record } = sampleEvent(1)
    yield* expectAnswer("before", taken(1), false)
    yield* transact(events((store) => store.put(record, index)))
    yield* expectAnswer("by an event", taken(1), true)
    yield* transact(Effect.zipRight(events((store) => store.remove(1)), tombstones((store) => store.put(sampleTombstone(1), null))))
    yield* expectAnswer("by a tombstone for everybody", taken(1), true)
    yield* put(sampleTombstone(2, { audience: "privileged", agendaUid: 2 }))
    yield* expectAnswer("by a tombstone for the privileged", taken(2), true)
    yield* expectAnswer("by nothing", taken(3), false)
  }),
  demand(
    "tombstone.withdrawn",
    "wire.md §5, Removal",
    "a published event outside the listed states appears as a tombstone at its last change; a never published event does not"
  )(function*() {
    yield* fill({
      agendas: [sampleAgenda(1), sampleAgenda(2)],
      events: [
        sampleEvent(1, { updatedAt: noon + 1 }),
        sampleEvent(2, { state: 1, updatedAt: noon + 2 }),
        sampleEvent(3, { state: -1, updatedAt: noon + 3 }),
        sampleEvent(4, { state: -1, updatedAt: noon + 4 }),
        sampleEvent(5, { agendaUid: 2, state: -1, updatedAt: noon + 5 })
      ],
      tombstones: [
        sampleTombstone(2, { removedAt: noon - 2 }),
        sampleTombstone(3, { removedAt: noon - 3 }),
        sampleTombstone(5, { agendaUid: 2 }),
        sampleTombstone(6, { removedAt: noon + 6, audience: "privileged" })
      ]
    })
    const asked = plan({
      audience: "privileged",
      states: [2, 1],
      tombstones: { listedStates: [2, 1], contributorUid: null },
      removed: [],
      segments: [changes("asc")]
    })
    yield* expectAnswer("in order of change", uidsOf(asked), [1, 2, 3, 6])
    yield* expectAnswer("in the other direction", uidsOf({ ...asked, segments: [changes("desc")] }), [6, 3, 2, 1])
    yield* expectAnswer("the tombstones alone", uidsOf({ ...asked, live: null, segments: [tombstonesLast] }), [3, 6])
    yield* expectAnswer(
      "changed within a range",
      uidsOf({ ...asked, live: null, removed: [{ _tag: "UpdatedAt", ranges: [{ gte: noon + 3, lte: noon + 3 }] }] }),
      [3]
    )
    yield* expectAnswer("counted", Effect.map(searches((store) => store.search({ ...asked, limit: 0 })), ({ total }) => total), 4)
    const gone = { ...asked, live: null, segments: [tombstonesLast] }
    yield* expectAnswer(
      "in no other listed state, asked at the same instant",
      uidsOf({ ...gone, tombstones: { listedStates: [2, 0], contributorUid: null } }),
      [2, 3, 6]
    )
    yield* expectAnswer("the first ones again", uidsOf(gone), [3, 6])
    yield* expectAnswer(
      "sorted by change and featured",
      uidsOf({
        ...asked,
        segments: [{ ...changes("asc"), order: [{ key: "updatedAt", direction: "asc" }, { key: "featured", direction: "desc" }] }]
      }),
      [1, 2, 3, 6]
    )
  }),
  demand(
    "tombstone.contributor",
    "wire.md §3, contributors",
    "a contributor's list has that contributor's and public tombstones, each event once, and none for the contributor's own existing events"
  )(function*() {
    yield* fill({
      agendas: [sampleAgenda(1)],
      users: [sampleUser(7), sampleUser(8)],
      events: [
        sampleEvent(1, { state: 0, contributorUid: 7, updatedAt: noon + 1 }),
        sampleEvent(2, { state: 0, contributorUid: 8, updatedAt: noon + 2 })
      ],
      tombstones: [
        sampleTombstone(1, { removedAt: noon - 1 }),
        sampleTombstone(2, { removedAt: noon - 2 }),
        sampleTombstone(3, { removedAt: noon - 3 }),
        sampleTombstone(3, { removedAt: noon + 3, audience: contributorAudience(7) }),
        sampleTombstone(4, { removedAt: noon + 4, audience: contributorAudience(7) }),
        sampleTombstone(5, { removedAt: noon + 5, audience: contributorAudience(8) }),
        sampleTombstone(6, { removedAt: noon + 6, audience: "privileged" })
      ]
    })
    const own = (userUid: number, states: ReadonlyArray<number>, listedStates: ReadonlyArray<number> | null) =>
      uidsOf(plan({
        states,
        where: [{ _tag: "Contributor", is: userUid }],
        tombstones: { listedStates, contributorUid: userUid },
        removed: [],
        segments: [changes("asc")]
      }))
    yield* expectAnswer("in every state", own(7, [2, 1, 0, -1], null), [2, 1, 3, 4])
    yield* expectAnswer("in some states", own(7, [2, 1], [2, 1]), [2, 1, 3, 4])
    yield* expectAnswer("of another", own(8, [2, 1, 0, -1], null), [3, 1, 2, 5])
    yield* expectAnswer(
      "one of them",
      find(1, 4, contributorAudience(7)),
      sampleTombstone(4, { removedAt: noon + 4, audience: contributorAudience(7) })
    )
    yield* transact(removals((store) => store.forgetUser({ uid: 7, email: "" }, [1])))
    yield* expectAnswer("once the user is forgotten", find(1, 4, contributorAudience(7)), null)
    yield* expectAnswer(
      "of the other user",
      find(1, 5, contributorAudience(8)),
      sampleTombstone(5, { removedAt: noon + 5, audience: contributorAudience(8) })
    )
    yield* expectAnswer("the other's traces", removals((store) => store.contributionsOf(8)), [{
      agendaUid: 1,
      events: 1,
      stateChanges: 0
    }])
    yield* transact(events((store) => store.remove(2)))
    yield* expectAnswer("a trace in a tombstone", removals((store) => store.contributionsOf(8)), [{
      agendaUid: 1,
      events: 0,
      stateChanges: 0
    }])
  })
]
