import type { AggregateAvailability } from "@agenda-engine/core/domain/AggregateAvailability"
import type { EventAvailability } from "@agenda-engine/core/record/EventRecord"
import { sampleIntervals } from "@agenda-engine/core/testing/sampleIntervals"
import { interval, noon, sampleAgenda, sampleEvent } from "@agenda-engine/core/testing/SampleRecords"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../Case.js"
import { expectAnswer } from "../expect.js"
import { events, fill, transact } from "../storeCalls.js"
import { plan } from "./plans.js"

const find = (uid: number) => events((store) => store.find(1, { _tag: "Uid", uid }))
const putAvailability = (uid: number, availability: EventAvailability, agendaUid = 1) =>
  transact(events((store) => store.putAvailability(agendaUid, uid, availability)))

/** What the hits of agenda 1 say of their tickets at an instant, by uid. */
const shownAt = (shownAt: number) =>
  Effect.map(
    events((store) => store.search(plan({ shownAt }))),
    ({ hits }) => Object.fromEntries(hits.flatMap((hit) => hit._tag === "Event" ? [[hit.head.uid, hit.availability]] : []))
  )

const says = ({ nextAvailable, occurrencesAvailable, occurrencesTotal, status }: AggregateAvailability): AggregateAvailability => ({
  status,
  occurrencesAvailable,
  occurrencesTotal,
  nextAvailable
})

const later = sampleIntervals("notYetOnSale", [noon, "available"], [interval(2).begin, "available"], [interval(4).begin, "unknown"])
const rows = '{"s0000":{"mapado":{"syncedAt":"2031-05-05T12:00:00+02:00","remaining":3}}}'

const sold = sampleEvent(1, { availability: later, rows, availabilityUpdatedAt: noon - 1 })
const plain = sampleEvent(2)
const filled = fill({ agendas: [sampleAgenda(1), sampleAgenda(2)], events: [sold, plain] })

/** The demands on what `EventStore` keeps, shows and finds of availability. */
export const availabilityCases: ReadonlyArray<Case> = [
  demand(
    "event.availability.kept",
    "EventStore.put",
    "what an event says of its tickets comes back as it was put, byte for byte, and goes when it is put without",
    Effect.gen(function*() {
      yield* filled
      yield* expectAnswer("with rows", find(1), sold.record)
      yield* expectAnswer("without any", find(2), plain.record)
      const { index, record } = sampleEvent(1)
      yield* transact(events((store) => store.put(record, index)))
      yield* expectAnswer("no longer with rows", find(1), record)
      yield* expectAnswer("shown", shownAt(noon), { 1: null, 2: null })
    })
  ),
  demand(
    "event.availability.put",
    "wire.md §8, PATCH availability",
    "availability is replaced alone: the rest of the event stays as it is, its version and change included",
    Effect.gen(function*() {
      yield* filled
      const intervals = sampleIntervals("soldOut", [noon + 1, "salesClosed"])
      yield* putAvailability(1, { updatedAt: noon + 5, rows: "{}", intervals })
      yield* putAvailability(2, { updatedAt: noon + 6, rows, intervals: later })
      yield* expectAnswer("of an event with availability", find(1), {
        ...sold.record,
        availability: "{}",
        availabilityUpdatedAt: noon + 5
      })
      yield* expectAnswer("of one without", find(2), { ...plain.record, availability: rows, availabilityUpdatedAt: noon + 6 })
      const [before, since] = intervals
      const [, begun] = later
      if (before === undefined || since === undefined || begun === undefined) return yield* Effect.die("there are intervals")
      yield* expectAnswer("shown before a turn", shownAt(noon), { 1: says(before), 2: says(begun) })
      yield* expectAnswer("shown at a turn", shownAt(noon + 1), { 1: says(since), 2: says(begun) })
    })
  ),
  demand(
    "event.availability.put-unknown",
    "EventStore.putAvailability",
    "availability of an event that is not there, or is of another agenda, is not stored",
    Effect.gen(function*() {
      yield* filled
      const other = { updatedAt: noon + 5, rows: "{}", intervals: sampleIntervals("soldOut") }
      yield* putAvailability(9, other)
      yield* putAvailability(1, other, 2)
      yield* expectAnswer("the event", find(1), sold.record)
      yield* expectAnswer("none", find(9), null)
      yield* expectAnswer("shown", Effect.map(shownAt(noon), (shown) => shown[1]?.status), "available")
    })
  ),
  demand(
    "search.availability.shown",
    "service.md, offersAggregate",
    "a hit shows the interval that holds the instant: from its beginning, included, to its end, excluded",
    Effect.gen(function*() {
      yield* filled
      const turns = [
        ["long before", 0],
        ["before the first turn", noon - 1],
        ["at the first turn", noon],
        ["before a turn of counts", interval(2).begin - 1],
        ["at a turn of counts", interval(2).begin],
        ["at the last turn", interval(4).begin],
        ["long after", interval(40_000).begin]
      ] as const
      for (const [when, at] of turns) {
        const held = later.find(({ from, until }) => from <= at && at < until)
        if (held === undefined) return yield* Effect.die("intervals cover all time")
        yield* expectAnswer(when, shownAt(at), { 1: says(held), 2: null })
      }
    })
  )
]
