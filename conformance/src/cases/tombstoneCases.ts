import type { Tombstone } from "@agenda-engine/core/record/EventRecord"
import { noon, sampleAgenda, sampleEvent, sampleTombstone } from "@agenda-engine/core/testing/SampleRecords"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../Case.js"
import { expectAnswer } from "../expect.js"
import { events, fill, transact } from "../storeCalls.js"

const put = (tombstone: Tombstone) => transact(events((store) => store.putTombstone(tombstone, null)))
const find = (agendaUid: number, uid: number, audience: Tombstone["audience"]) =>
  events((store) => store.findTombstone(agendaUid, uid, audience))
const taken = (uid: number) => events((store) => store.uidTaken(uid))
const filled = fill({ agendas: [sampleAgenda(1), sampleAgenda(2)] })

/** The demands on the tombstones of `EventStore`. */
export const tombstoneCases: ReadonlyArray<Case> = [
  demand(
    "tombstone.put.audiences",
    "wire.md §5, Removal",
    "there is one tombstone per event and audience, each with its own instant",
    Effect.gen(function*() {
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
    })
  ),
  demand(
    "tombstone.put.replaces",
    "EventStore.putTombstone",
    "a later tombstone of one event and audience takes the place of the earlier",
    Effect.gen(function*() {
      yield* filled
      yield* put(sampleTombstone(1, { removedAt: noon }))
      yield* put(sampleTombstone(1, { removedAt: noon + 9 }))
      yield* expectAnswer("the tombstone", find(1, 1, "public"), sampleTombstone(1, { removedAt: noon + 9 }))
    })
  ),
  demand(
    "tombstone.find.own-agenda",
    "EventStore.findTombstone",
    "a tombstone is not found in another agenda, and one that is not there is null",
    Effect.gen(function*() {
      yield* filled
      yield* put(sampleTombstone(1))
      yield* expectAnswer("in another agenda", find(2, 1, "public"), null)
      yield* expectAnswer("of another event", find(1, 2, "public"), null)
    })
  ),
  demand(
    "tombstone.remove",
    "EventStore.removeTombstone",
    "a tombstone is taken away for one audience; none there changes nothing",
    Effect.gen(function*() {
      yield* filled
      yield* put(sampleTombstone(1))
      yield* put(sampleTombstone(1, { audience: "privileged" }))
      yield* transact(events((store) => store.removeTombstone(2, 1, "privileged")))
      yield* transact(events((store) => store.removeTombstone(1, 1, "public")))
      yield* transact(events((store) => store.removeTombstone(1, 1, "public")))
      yield* expectAnswer("the one taken away", find(1, 1, "public"), null)
      yield* expectAnswer("the other", find(1, 1, "privileged"), sampleTombstone(1, { audience: "privileged" }))
    })
  ),
  demand(
    "tombstone.beside-event",
    "wire.md §5, Removal",
    "a tombstone may stand beside the event that some still see; neither touches the other",
    Effect.gen(function*() {
      yield* filled
      const { index, record } = sampleEvent(1, { state: 0 })
      yield* put(sampleTombstone(1))
      yield* transact(events((store) => store.put(record, index)))
      yield* expectAnswer("the event", events((store) => store.find(1, { _tag: "Uid", uid: 1 })), record)
      yield* transact(events((store) => store.remove(1)))
      yield* expectAnswer("the tombstone", find(1, 1, "public"), sampleTombstone(1))
    })
  ),
  demand(
    "event.uid-taken",
    "EventUid",
    "a uid is taken by an event that is there and by one that is gone but for a tombstone",
    Effect.gen(function*() {
      yield* filled
      const { index, record } = sampleEvent(1)
      yield* expectAnswer("before", taken(1), false)
      yield* transact(events((store) => store.put(record, index)))
      yield* expectAnswer("by an event", taken(1), true)
      yield* transact(Effect.zipRight(events((store) => store.remove(1)), events((store) => store.putTombstone(sampleTombstone(1), null))))
      yield* expectAnswer("by a tombstone for everybody", taken(1), true)
      yield* put(sampleTombstone(2, { audience: "privileged", agendaUid: 2 }))
      yield* expectAnswer("by a tombstone for the privileged", taken(2), true)
      yield* expectAnswer("by nothing", taken(3), false)
    })
  )
]
