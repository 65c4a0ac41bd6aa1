import type { IndexedEvent } from "@agenda-engine/core/query/event/PlanData"
import type { Segment } from "@agenda-engine/core/query/event/QueryPlan"
import type { Case } from "../../Case.js"
import { day, hour, interval, noon, sampleEvent, sampleLocation, sampleTombstone } from "../../testing/SampleRecords.js"
import { changes, ordered, plan, type PlanChoice, tombstonesLast } from "../plans.js"
import { search } from "./searchCase.js"

const order = (
  id: string,
  clause: string,
  title: string,
  events: ReadonlyArray<IndexedEvent>,
  choice: PlanChoice,
  uids: ReadonlyArray<number>
): Case => search(`search.order.${id}`, clause, title, { given: { events }, plan: plan(choice), uids })

const sorts = [
  sampleEvent(1, { at: [interval(-9), interval(8)], updatedAt: noon - 3 }),
  sampleEvent(2, { at: [interval(1), interval(20)], updatedAt: noon - 1 }),
  sampleEvent(3, { at: [interval(-4)], updatedAt: noon - 2, featured: true }),
  sampleEvent(4, { at: [interval(-7, 2), interval(-3)], updatedAt: noon - 4 }),
  sampleEvent(5, { at: [interval(10)], updatedAt: noon - 5, featured: true }),
  sampleEvent(6, { at: [interval(-1, 3), interval(9)], updatedAt: noon, featured: true })
]

const tied = [9, 3, 7, 1].map((uid) => sampleEvent(uid, { at: [interval(2)] }))
const tiedPast = [9, 3, 7, 1].map((uid) => sampleEvent(uid, { at: [interval(-2)] }))

const boundary = [
  sampleEvent(1, { at: [{ begin: noon - hour, end: noon }] }),
  sampleEvent(2, { at: [{ begin: noon - hour, end: noon + 1_000 }] }),
  sampleEvent(3, { at: [{ begin: noon, end: noon + hour }] }),
  sampleEvent(4, { at: [{ begin: noon - 2 * hour, end: noon }, { begin: noon, end: noon + 2 * hour }] })
]

const everyThreeHours = (from: number): ReturnType<typeof interval>[] =>
  Array.from({ length: 784 }, (_, index) => interval(from + index * 3))

/** In Europe/Paris: 2031-03-30 lasts 23 hours, 2031-10-26 lasts 25; their local midnights as instants. */
const springForward = 1_932_591_600_000
const fallBack = 1_950_732_000_000

const changeDays = (midnight: number, hours: number) => [
  sampleEvent(1, { at: [{ begin: midnight + (hours - 1) * hour, end: midnight + hours * hour }] }),
  sampleEvent(2, { at: [{ begin: midnight, end: midnight + Math.min(hours, 24) * hour }] }),
  sampleEvent(3, { at: [{ begin: midnight + hours * hour, end: midnight + (hours + 1) * hour }] }),
  sampleEvent(4, {
    at: [{ begin: midnight + 2 * hour, end: midnight + 3 * hour }, { begin: midnight + 3 * hour, end: midnight + 4 * hour }]
  })
]

const changesGiven = {
  events: [
    sampleEvent(10, { updatedAt: noon }),
    sampleEvent(4, { updatedAt: noon + 2 }),
    sampleEvent(6, { updatedAt: noon + 1, state: 1 })
  ],
  tombstones: [
    sampleTombstone(12, { removedAt: noon }),
    sampleTombstone(3, { removedAt: noon + 2 }),
    sampleTombstone(8, { removedAt: noon + 1 }),
    sampleTombstone(8, { removedAt: noon + 9, audience: "privileged" }),
    sampleTombstone(6, { removedAt: noon + 5 }),
    sampleTombstone(20, { agendaUid: 2 })
  ]
}

/** The demands on the order of a search. */
export const orderCases: ReadonlyArray<Case> = [
  order("timings", "wire.md §6, Sorts", "sorted by the next slot, then ended events, latest end first", sorts, { sort: "timings.asc" }, [
    6,
    2,
    1,
    5,
    4,
    3
  ]),
  order("timings-with-featured", "wire.md §6, Sorts", "featured events first, each group sorted by the next slot", sorts, {}, [
    6,
    5,
    3,
    2,
    1,
    4
  ]),
  order("last-timing", "wire.md §6, Sorts", "sorted by the last slot, then ended events, latest end first", sorts, {
    sort: "lastTiming.asc"
  }, [
    1,
    6,
    5,
    2,
    4,
    3
  ]),
  order("last-timing-with-featured", "wire.md §6, Sorts", "featured events first, each group sorted by the last slot", sorts, {
    sort: "lastTimingWithFeatured.asc"
  }, [6, 5, 3, 1, 2, 4]),
  order("updated-at-asc", "service.md, Sort values", "sorted by last change", sorts, { sort: "updatedAt.asc" }, [5, 4, 1, 3, 2, 6]),
  order("updated-at-desc", "service.md, Sort values", "sorted by last change, latest first", sorts, { sort: "updatedAt.desc" }, [
    6,
    2,
    3,
    1,
    4,
    5
  ]),
  order("ties.next-slot", "wire.md §6, Sorts", "events whose next slots begin at the same instant are ordered by uid", tied, {
    sort: "timings.asc"
  }, [
    1,
    3,
    7,
    9
  ]),
  order("ties.last-slot", "wire.md §6, Sorts", "events whose last slots begin at the same instant are ordered by uid", tied, {
    sort: "lastTiming.asc"
  }, [
    1,
    3,
    7,
    9
  ]),
  order(
    "ties.ended",
    "wire.md §6, Sorts",
    "events that ended at the same instant are ordered by descending uid, although the sort ascends",
    tiedPast,
    {},
    [9, 7, 3, 1]
  ),
  order(
    "ties.updated-desc",
    "wire.md §6, Sorts",
    "events changed at the same instant are ordered by descending uid",
    tied,
    {
      sort: "updatedAt.desc"
    },
    [9, 7, 3, 1]
  ),
  order(
    "ties.time-last",
    "wire.md §6, Sorts",
    "where a sort by time is the last of several, uids ascend among equal events, and descend among those that have ended",
    [...[9, 3].map((uid) => sampleEvent(uid, { at: [interval(2)] })), ...[4, 8].map((uid) => sampleEvent(uid, { at: [interval(-2)] }))],
    {
      segments: ordered({ key: "updatedAt", direction: "desc" }, { key: "ended", direction: "asc" }, { key: "nextTime", direction: "asc" })
        .map((segment): Segment => ({ ...segment, ties: "asEnded" }))
    },
    [3, 9, 8, 4]
  ),
  order(
    "ended-at-now",
    "wire.md §5, Boundaries",
    "at `asOf`, a slot that ends has ended, and a slot that begins is the next one",
    boundary,
    {
      sort: "timings.asc"
    },
    [2, 3, 4, 1]
  ),
  order(
    "in-progress",
    "wire.md §6, Sorts",
    "a slot in progress is the next slot, before any that begins later",
    [
      sampleEvent(1, { at: [interval(1)] }),
      sampleEvent(2, { at: [interval(-23, 24), interval(5)] }),
      sampleEvent(3, { at: [interval(-2, 3)] }),
      sampleEvent(4, { at: [interval(-24, 24), interval(0.5)] })
    ],
    { sort: "timings.asc" },
    [2, 3, 4, 1]
  ),
  order(
    "many-slots",
    "wire.md §5, limits",
    "an event with 784 slots is one hit, ordered by its next slot",
    [
      sampleEvent(1, { at: everyThreeHours(-1_000) }),
      sampleEvent(2, { at: everyThreeHours(-2_349) }),
      sampleEvent(3, { at: everyThreeHours(1) }),
      sampleEvent(4, { at: everyThreeHours(-2_352) }),
      sampleEvent(5, { at: [interval(-1, 2)] })
    ],
    { sort: "timings.asc", bodies: true },
    [5, 2, 3, 1, 4]
  ),
  order(
    "touching-slots",
    "wire.md §5, limits",
    "when one slot ends as another begins, the later one is the next slot",
    [
      sampleEvent(1, { at: [interval(-2), interval(-1), interval(0), interval(1)] }),
      sampleEvent(2, { at: [interval(-1, 2)] }),
      sampleEvent(3, { at: [interval(-1), interval(0, 5)] })
    ],
    { sort: "timings.asc" },
    [2, 1, 3]
  ),
  order(
    "dst.spring",
    "wire.md §5, limits",
    "on a day of 23 hours, slots that last until midnight end when the next day begins",
    changeDays(springForward, 23),
    {
      sort: "timings.asc",
      asOf: springForward + 3 * hour
    },
    [2, 4, 1, 3]
  ),
  order(
    "dst.spring-end",
    "wire.md §5, limits",
    "at the end of a day of 23 hours, all its slots have ended",
    changeDays(springForward, 23),
    {
      sort: "timings.asc",
      asOf: springForward + 23 * hour
    },
    [3, 2, 1, 4]
  ),
  order(
    "dst.autumn",
    "wire.md §5, limits",
    "on a day of 25 hours, a slot of 24 hours ends an hour before the day does",
    changeDays(fallBack, 25),
    {
      sort: "timings.asc",
      asOf: fallBack + 24 * hour
    },
    [1, 3, 2, 4]
  ),
  order(
    "shown-at",
    "wire.md §6, Cursor",
    "the order uses `asOf`, and `next` of each hit uses `shownAt`",
    [
      sampleEvent(1, { at: [interval(1), interval(30)] }),
      sampleEvent(2, { at: [interval(2)] }),
      sampleEvent(3, { at: [interval(3), interval(28)] })
    ],
    { sort: "timings.asc", shownAt: noon + day },
    [1, 2, 3]
  ),
  order(
    "shown-before",
    "wire.md §6, Cursor",
    "`shownAt` may be earlier than `asOf`",
    [
      sampleEvent(1, { at: [interval(-5), interval(3)] }),
      sampleEvent(2, { at: [interval(-3)] })
    ],
    { sort: "timings.asc", shownAt: noon - 4.5 * hour },
    [1, 2]
  ),
  order("bodies", "QueryPlan.bodies", "hits have their body when the plan requests bodies", sorts, { bodies: true }, [6, 5, 3, 2, 1, 4]),
  search("search.locations", "SearchAnswer.locations", "the answer has the locations of the hits on the page, each once", {
    given: {
      locations: [sampleLocation(1, 1), sampleLocation(2, 1), sampleLocation(3, 1)],
      events: [1, 1, 2, 3].map((locationUid, index) => sampleEvent(index + 1, { locationUid, at: [interval(index)] }))
    },
    plan: plan({ limit: 3 }),
    uids: [1, 2, 3]
  }),
  search("search.locations.unasked", "QueryPlan.locations", "the answer has no locations unless the plan requests them", {
    given: { locations: [sampleLocation(1, 1)], events: [sampleEvent(1, { locationUid: 1 })] },
    plan: plan({ locations: false }),
    uids: [1]
  }),
  search("search.tombstones.only", "service.md, Removal", "tombstones only: of one audience and agenda, ordered by uid", {
    given: changesGiven,
    plan: plan({ live: null, removed: [], segments: [tombstonesLast] }),
    uids: [3, 6, 8, 12]
  }),
  search("search.tombstones.audience", "wire.md §5, Removal", "the privileged audience sees its own tombstones", {
    given: changesGiven,
    plan: plan({ live: null, removed: [], segments: [tombstonesLast], audience: "privileged" }),
    uids: [8]
  }),
  search("search.tombstones.last", "wire.md §5, Removal", "in time sorts, tombstones come last, ordered by uid", {
    given: changesGiven,
    plan: plan({ removed: [], sort: "timings.asc", segments: [...plan({ sort: "timings.asc" }).segments, tombstonesLast] }),
    uids: [4, 10, 3, 6, 8, 12]
  }),
  search("search.tombstones.last-desc", "wire.md §6, Sorts", "after a descending sort, tombstones come last, ordered by descending uid", {
    given: changesGiven,
    plan: plan({
      removed: [],
      segments: [...ordered({ key: "createdAt", direction: "desc" }), { ...tombstonesLast, ties: "desc" }]
    }),
    uids: [10, 4, 12, 8, 6, 3]
  }),
  search("search.tombstones.both-asc", "service.md, Synchronisation pattern", "events and tombstones merged in one order of change", {
    given: changesGiven,
    plan: plan({ removed: [], segments: [changes("asc")], bodies: true }),
    uids: [10, 12, 8, 3, 4, 6]
  }),
  search(
    "search.tombstones.both-desc",
    "service.md, Synchronisation pattern",
    "events and tombstones merged in one order of change, latest first",
    {
      given: changesGiven,
      plan: plan({ removed: [], segments: [changes("desc")] }),
      uids: [6, 4, 3, 8, 12, 10]
    }
  ),
  search("search.tombstones.conditions", "wire.md §5, Removal", "`removed` conditions filter tombstones by their own uid and instant", {
    given: changesGiven,
    plan: plan({
      where: [{ _tag: "Uid", in: [3, 4, 8] }, { _tag: "UpdatedAt", ranges: [{ gte: noon + 2, lte: null }] }],
      removed: [{ _tag: "Uid", in: [3, 4, 8] }, { _tag: "UpdatedAt", ranges: [{ gte: noon + 2, lte: null }] }],
      segments: [changes("asc")]
    }),
    uids: [3, 4]
  }),
  search("search.tombstones.other-conditions", "wire.md §5, Removal", "conditions on events do not filter tombstones", {
    given: changesGiven,
    plan: plan({ where: [{ _tag: "Featured", is: true }], removed: [], segments: [changes("asc")] }),
    uids: [12, 8, 3, 6]
  }),
  search("search.tombstones.unasked", "service.md, Removal", "a plan without `removed` returns no tombstones", {
    given: changesGiven,
    plan: plan({ sort: "updatedAt.asc" }),
    uids: [10, 4]
  }),
  search("search.tombstones.public-scope", "service.md, GET /v2/events", "across agendas, tombstones of every public agenda", {
    given: changesGiven,
    plan: plan({ scope: { _tag: "Public", within: null }, live: null, removed: [], segments: [tombstonesLast] }),
    uids: [3, 6, 8, 12, 20]
  })
]
