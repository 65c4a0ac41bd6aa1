import type { AggregateAvailability } from "@agenda-engine/core/domain/ticketing/Ticketing"
import type { Condition, Range } from "@agenda-engine/core/query/event/Condition"
import type { Direction } from "@agenda-engine/core/query/event/EventSort"
import type { PlanStart } from "@agenda-engine/core/query/event/QueryPlan"
import type { TallyAnswer } from "@agenda-engine/core/query/event/Tally"
import type { EventAvailability } from "@agenda-engine/core/record/EventRecord"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer } from "../../expect.js"
import { events, fill, searches, transact } from "../../storeCalls.js"
import { sampleIntervals } from "../../testing/sampleIntervals.js"
import { hour, interval, noon, sampleAgenda, sampleEvent } from "../../testing/SampleRecords.js"
import { ordered, plan, type PlanChoice } from "../plans.js"
import { expectCounts, search } from "../search/searchCase.js"

const find = (uid: number) => events((store) => store.find(1, { _tag: "Uid", uid }))
const putAvailability = (uid: number, availability: EventAvailability, agendaUid = 1) =>
  transact(events((store) => store.putAvailability(agendaUid, uid, availability)))

/** What the hits of agenda 1 say of their tickets at an instant, by uid. */
const shownAt = (shownAt: number) =>
  Effect.map(
    searches((store) => store.search(plan({ shownAt }))),
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

/**
 * One of each status, those that change, and those of which nothing is known; their slots begin in the order of their
 * uids.
 */
const given = {
  events: [
    ...(["available", "limited", "soldOut", "notYetOnSale", "salesClosed", "mixed", "unknown"] as const).map((status, index) =>
      sampleEvent(index + 1, { at: [interval(index + 1)], availability: sampleIntervals(status) })
    ),
    sampleEvent(8, { at: [interval(8)] }),
    sampleEvent(9, { at: [interval(9)], availability: sampleIntervals("notYetOnSale", [noon, "available"], [noon + hour, "soldOut"]) }),
    sampleEvent(10, { at: [interval(10)], availability: sampleIntervals("limited", [noon, "available"], [noon + 1, "available"]) }),
    sampleEvent(11, { at: [interval(11)], availability: sampleIntervals("available"), state: 0 }),
    sampleEvent(12, { agendaUid: 2, availability: sampleIntervals("available") })
  ]
}

const found = (
  id: string,
  title: string,
  where: Omit<Extract<Condition, { readonly _tag: "Availability" }>, "_tag">,
  uids: ReadonlyArray<number>
): Case =>
  search(`search.condition.availability.${id}`, "wire.md §6, availability", title, {
    given,
    plan: plan({ where: [{ _tag: "Availability", ...where }], sort: "timings.asc" }),
    uids
  })

/** Changed before and after each other, some at one instant, some never. */
const changed = {
  events: [null, noon + 2, noon, noon + 1, noon, null].map((availabilityUpdatedAt, index) =>
    sampleEvent(index + 1, { availabilityUpdatedAt, at: [interval(index)] })
  )
}

const updated = (id: string, title: string, ranges: ReadonlyArray<Range>, uids: ReadonlyArray<number>): Case =>
  search(`search.condition.availability-updated.${id}`, "wire.md §6, availabilityUpdatedAt", title, {
    given: changed,
    plan: plan({ where: [{ _tag: "AvailabilityUpdatedAt", ranges }], sort: "timings.asc" }),
    uids
  })

const inOrder = (
  id: string,
  title: string,
  direction: Direction,
  uids: ReadonlyArray<number>,
  start: PlanStart,
  where: PlanChoice["where"] = []
) =>
  search(`search.order.availability-updated.${id}`, "wire.md §6, Sorts", title, {
    given: changed,
    plan: plan({ segments: ordered({ key: "availabilityUpdatedAt", direction }), start, where }),
    uids
  })

const first: PlanStart = { _tag: "Skip", count: 0 }
const after = (value: number | null, uid: number): PlanStart => ({ _tag: "After", segment: 0, position: { values: [value], uid } })

/** The demands on what `EventStore` keeps, shows and finds of availability. */
export const availabilityCases: ReadonlyArray<Case> = [
  demand("event.availability.kept", "EventStore.put", "ticket availability is returned byte for byte, and a `put` without it deletes it")(
    function*() {
      yield* filled
      yield* expectAnswer("with rows", find(1), sold.record)
      yield* expectAnswer("without any", find(2), plain.record)
      const { index, record } = sampleEvent(1)
      yield* transact(events((store) => store.put(record, index)))
      yield* expectAnswer("no longer with rows", find(1), record)
      yield* expectAnswer("shown", shownAt(noon), { 1: null, 2: null })
    }
  ),
  demand(
    "event.availability.put",
    "wire.md §8, PATCH availability",
    "`putAvailability` changes only the availability: the version and last change of the event stay"
  )(function*() {
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
    yield* expectAnswer("shown before a transition", shownAt(noon), { 1: says(before), 2: says(begun) })
    yield* expectAnswer("shown at a transition", shownAt(noon + 1), { 1: says(since), 2: says(begun) })
  }),
  demand("event.availability.put-rows", "EventStore.putAvailability", "`putAvailability` without intervals keeps the stored intervals")(
    function*() {
      yield* filled
      yield* putAvailability(1, { updatedAt: noon + 5, rows: "{}" })
      yield* expectAnswer("the event", find(1), { ...sold.record, availability: "{}", availabilityUpdatedAt: noon + 5 })
      yield* expectAnswer("shown", Effect.map(shownAt(noon), (shown) => shown[1]?.status), "available")
    }
  ),
  demand(
    "event.availability.put-unknown",
    "EventStore.putAvailability",
    "`putAvailability` for an unknown event, or one of another agenda, stores nothing"
  )(function*() {
    yield* filled
    const other = { updatedAt: noon + 5, rows: "{}", intervals: sampleIntervals("soldOut") }
    yield* putAvailability(9, other)
    yield* putAvailability(1, other, 2)
    yield* expectAnswer("the event", find(1), sold.record)
    yield* expectAnswer("none", find(9), null)
    yield* expectAnswer("shown", Effect.map(shownAt(noon), (shown) => shown[1]?.status), "available")
  }),
  demand(
    "search.availability.shown",
    "service.md, offersAggregate",
    "a hit has the availability interval that contains `shownAt`: begin included, end excluded"
  )(function*() {
    yield* filled
    const instants = [
      ["long before", 0],
      ["before the first transition", noon - 1],
      ["at the first transition", noon],
      ["before the counts change", interval(2).begin - 1],
      ["when the counts change", interval(2).begin],
      ["at the last transition", interval(4).begin],
      ["long after", interval(40_000).begin]
    ] as const
    for (const [when, at] of instants) {
      const held = later.find(({ from, until }) => from <= at && at < until)
      if (held === undefined) return yield* Effect.die("intervals cover all time")
      yield* expectAnswer(when, shownAt(at), { 1: says(held), 2: null })
    }
  }),
  found("one", "events with this ticket status at the instant, the begin of its interval included", {
    in: ["available"],
    at: noon,
    orNone: false
  }, [
    1,
    9,
    10
  ]),
  found("before", "before an interval begins, the previous interval decides", { in: ["available"], at: noon - 1, orNone: false }, [1]),
  found("after", "at the end of an interval, the next interval decides", { in: ["soldOut"], at: noon + hour, orNone: false }, [3, 9]),
  found("run", "a status continues across consecutive intervals with that status", { in: ["available"], at: noon + 1, orNone: false }, [
    1,
    9,
    10
  ]),
  found("several", "any of several ticket statuses", { in: ["limited", "mixed", "unknown"], at: noon, orNone: false }, [2, 6, 7]),
  found("or-none", "`orNone` adds events without availability", {
    in: ["soldOut", "salesClosed"],
    at: noon,
    orNone: true
  }, [3, 5, 8]),
  found("none", "`orNone` with an empty list of statuses matches only events without availability", { in: [], at: noon, orNone: true }, [
    8
  ]),
  found("nothing", "an empty list of statuses without `orNone` matches no event", { in: [], at: noon, orNone: false }, []),
  updated("bounds", "both bounds of the range are included", [{ gte: noon, lte: noon + 1 }], [3, 4, 5]),
  updated("open", "a null upper bound is open; events whose availability never changed do not match", [{ gte: noon + 1, lte: null }], [
    2,
    4
  ]),
  updated("open-below", "a null lower bound is open; events whose availability never changed do not match", [{ gte: null, lte: noon }], [
    3,
    5
  ]),
  updated("any-range", "an event matches when any of several ranges does", [{ gte: null, lte: noon }, { gte: noon + 2, lte: null }], [
    2,
    3,
    5
  ]),
  inOrder("asc", "ordered by last change of availability, ties by uid, events without one last", "asc", [3, 5, 4, 2, 1, 6], first),
  inOrder("desc", "the same, latest first, ties by descending uid; events without one are still last", "desc", [2, 4, 5, 3, 6, 1], first),
  inOrder("after-tie", "a page starts after a position among events with the same instant", "asc", [5, 4, 2, 1, 6], after(noon, 3)),
  inOrder("after-desc", "in descending order, events without a change follow the last one with a change", "desc", [6, 1], after(noon, 3)),
  inOrder("after-none", "a page starts after an event whose availability never changed", "desc", [1], after(null, 6)),
  inOrder("poll", "events changed since an instant, in ascending order, as a polling client requests them", "asc", [4, 2], first, [
    { _tag: "AvailabilityUpdatedAt", ranges: [{ gte: noon + 1, lte: null }] }
  ]),
  inOrder("poll-after", "the next page of a polling client", "asc", [2], after(noon + 1, 4), [
    { _tag: "AvailabilityUpdatedAt", ranges: [{ gte: noon, lte: null }] }
  ]),
  inOrder("poll-desc", "events changed until an instant, in descending order", "desc", [5, 3], first, [
    { _tag: "AvailabilityUpdatedAt", ranges: [{ gte: null, lte: noon }] }
  ]),
  demand(
    "search.tally.availability",
    "wire.md §6, Facets",
    "events counted by ticket status at an instant other than `asOf`, with or without events that have no availability"
  )(function*() {
    yield* fill({ agendas: [sampleAgenda(1), sampleAgenda(2)], events: given.events })
    const counted = (where: PlanChoice["where"], at: number, none: boolean) =>
      Effect.map(
        searches((store) => store.search(plan({ where: where ?? [], limit: 0, tallies: [{ _tag: "Availability", at, none }] }))),
        ({ tallies }) => tallies
      )
    const counts = (...counts: ReadonlyArray<readonly [string | null, number]>): ReadonlyArray<TallyAnswer> => [
      { _tag: "Counts", counts: counts.map(([value, count]) => ({ value, spelling: null, count })) }
    ]
    const others = [["mixed", 1], ["salesClosed", 1], ["unknown", 1]] as const
    const atNoon = [...others, ["available", 3], ["limited", 1], ["soldOut", 1], ["notYetOnSale", 1]] as const
    const before = [...others, ["available", 1], ["limited", 2], ["soldOut", 1], ["notYetOnSale", 2], [null, 1]] as const
    yield* expectCounts("at noon", yield* counted([], noon, false), counts(...atNoon))
    yield* expectCounts("before, with those without", yield* counted([], noon - 1, true), counts(...before))
    const few: PlanChoice["where"] = [{ _tag: "Uid", in: [1, 8, 9] }]
    yield* expectCounts("of a few", yield* counted(few, noon + hour, false), counts(["available", 1], ["soldOut", 1]))
    yield* expectCounts("of a few, with those without", yield* counted(few, noon, true), counts(["available", 2], [null, 1]))
  })
]
