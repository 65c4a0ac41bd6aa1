import type { EventTimezone } from "@agenda-engine/core/record/EventRecord"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer } from "../../expect.js"
import { agendas, events, fill, searches, transact } from "../../storeCalls.js"
import { sampleAgenda, sampleEvent, sampleLocation } from "../../testing/SampleRecords.js"
import { plan } from "../plans.js"

const hall = { locationUid: 5, timezone: "Europe/Paris" }
const first = sampleEvent(1, { ...hall, state: -1 })
const second = sampleEvent(2, { ...hall, agendaUid: 2, version: 7 })
const third = sampleEvent(3, { ...hall, keywords: ["jazz"], extIds: [{ key: "source", value: "3" }], retiredSlotIds: ["old01"] })
const elsewhere = sampleEvent(4, { locationUid: 6 })
const nowhere = sampleEvent(5)

const filled = fill({
  agendas: [sampleAgenda(1), sampleAgenda(2)],
  locations: [sampleLocation(5, 1), sampleLocation(6, 1)],
  events: [third, nowhere, first, elsewhere, second]
})

const find = (agendaUid: number, uid: number) => events((store) => store.find(agendaUid, { _tag: "Uid", uid }))
const scanAt = (locationUid: number, after: number, limit: number) => events((store) => store.scan({ locationUid }, after, limit))
const putTimezone = (event: EventTimezone) => transact(events((store) => store.putTimezone(event)))
const moved = { timezone: "America/Cayenne", summary: '{"title":{"fr":"Guyane ☀"}}' } as const

/** The demands on the members of `EventStore` that give events the time zone of their location. */
export const timezoneCases: ReadonlyArray<Case> = [
  demand(
    "event.scan-at.pages",
    "EventStore.scan",
    "`scan` returns the events at a location in every agenda and state, whole, ordered by uid"
  )(function*() {
    yield* filled
    yield* expectAnswer("the first page", scanAt(5, 0, 2), [first.record, second.record])
    yield* expectAnswer("the last page", scanAt(5, 2, 2), [third.record])
    yield* expectAnswer("after the last", scanAt(5, 3, 2), [])
    yield* expectAnswer("of an unknown location", scanAt(7, 0, 2), [])
  }),
  demand("event.scan-at.removed-agenda", "EventStore.scan", "`scan` at a location omits events of a removed agenda")(function*() {
    yield* filled
    yield* transact(agendas((store) => store.remove(2)))
    yield* expectAnswer("the location", scanAt(5, 0, 9), [first.record, third.record])
  }),
  demand(
    "event.timezone.put",
    "EventStore.putTimezone",
    "`putTimezone` changes only the time zone and the summary of an event, in `find` and in lists"
  )(function*() {
    yield* filled
    const listed = Effect.map(
      searches((store) => store.search(plan({}))),
      ({ hits }) => hits.flatMap((hit) => hit._tag === "Event" && hit.head.uid === 3 ? [[hit.head.timezone, hit.head.summary]] : [])
    )
    yield* expectAnswer("the list before", listed, [["Europe/Paris", third.record.summary]])
    yield* putTimezone({ agendaUid: 1, uid: 3, locationUid: 5, ...moved })
    yield* expectAnswer("the event", find(1, 3), { ...third.record, ...moved })
    yield* expectAnswer("the list", listed, [[moved.timezone, moved.summary]])
    yield* expectAnswer("another event", find(1, 1), first.record)
  }),
  demand(
    "event.timezone.put-elsewhere",
    "EventStore.putTimezone",
    "`putTimezone` does nothing for an unknown event, another agenda's event or one at another location"
  )(function*() {
    yield* filled
    yield* putTimezone({ agendaUid: 1, uid: 9, locationUid: 5, ...moved })
    yield* putTimezone({ agendaUid: 1, uid: 2, locationUid: 5, ...moved })
    yield* putTimezone({ agendaUid: 1, uid: 4, locationUid: 5, ...moved })
    yield* putTimezone({ agendaUid: 1, uid: 5, locationUid: 5, ...moved })
    yield* expectAnswer("none", find(1, 9), null)
    yield* expectAnswer("of another agenda", find(2, 2), second.record)
    yield* expectAnswer("at another location", find(1, 4), elsewhere.record)
    yield* expectAnswer("at none", find(1, 5), nowhere.record)
  })
]
