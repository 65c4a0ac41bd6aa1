import type { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import { type ChangeKey, type Direction, type EventSort, timeSorts } from "@agenda-engine/core/query/event/EventSort"
import type { IndexedEvent } from "@agenda-engine/core/query/event/PlanData"
import { planSegments } from "@agenda-engine/core/query/event/planSegments"
import type { PlanStart, QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectEqual } from "../../expect.js"
import { events, fill, searches, transact, world } from "../../storeCalls.js"
import { day, hour, interval, noon, sampleAgenda, sampleEvent, sampleLocation, sampleTombstone } from "../../testing/SampleRecords.js"
import { hitUids, plan, startAfter } from "../plans.js"
import { expectMeaning } from "./searchCase.js"

/** 40 events of one to four slots: some featured, many begin or end together, about half have ended. */
const stable: ReadonlyArray<IndexedEvent> = Array.from({ length: 40 }, (_, index) =>
  sampleEvent(index + 1, {
    featured: index % 3 === 0,
    locationUid: index % 5 === 0 ? null : 1 + index % 4,
    createdAt: noon - (index % 11) * day,
    updatedAt: noon - (index % 7) * hour,
    availabilityUpdatedAt: index % 3 === 1 ? null : noon - (index % 4) * hour,
    at: Array.from({ length: 1 + index % 4 }, (_, slot) => interval((index % 10) * 5 - 40 + slot * 3))
  }))

const given = world({
  agendas: [sampleAgenda(1)],
  locations: ["Brest", "brest", "Sète", null].map((adminLevel4, index) => sampleLocation(index + 1, 1, { adminLevel4 })),
  events: stable,
  tombstones: [sampleTombstone(901), sampleTombstone(902)]
})

/** Follows a plan to its end, page by page, doing something between the pages. */
const walk = <E, R>(asked: QueryPlan, between: (pageNumber: number) => Effect.Effect<void, E, R>) =>
  Effect.gen(function*() {
    const seen: Array<number> = []
    let start: PlanStart | null = asked.start
    let pages = 0
    while (start !== null && pages < 500) {
      const answer = yield* searches((store) => store.search({ ...asked, start: start ?? asked.start }))
      seen.push(...hitUids(answer))
      start = startAfter(answer)
      pages++
      yield* between(pages)
    }
    return seen
  })

const everything: EventQuery = {
  filter: {},
  removed: "with",
  sort: [],
  start: { _tag: "First" },
  size: 20,
  detailed: false,
  includeSort: false,
  facets: []
}

/** The lists that are followed: by each sort that differs from others in more than a column, and by several at once. */
const lists: ReadonlyArray<ReadonlyArray<EventSort>> = [
  ...timeSorts.map((sort) => [sort]),
  ["updatedAt.desc"],
  ["updatedAt.asc"],
  ["createdAt.desc"],
  ["createdAt.asc"],
  ["availabilityUpdatedAt.desc"],
  ["availabilityUpdatedAt.asc"],
  ["score"],
  ["location.adminLevel4.asc"],
  ["location.adminLevel4.desc"],
  ["location.adminLevel4.desc", "timingsWithFeatured.asc"],
  ["lastTiming.asc", "updatedAt.desc"]
]

const asked = (sorts: ReadonlyArray<EventSort>, limit: number): QueryPlan =>
  plan({ segments: planSegments({ ...everything, sort: sorts }, sorts), limit, removed: [] })

const walkOf = (sorts: ReadonlyArray<EventSort>): Case =>
  demand(
    `walk.${sorts.join("-then-")}`,
    "wire.md §6, Cursor",
    `pages of 1, 7, 20 and 300 by ${sorts.join(", then ")}, after cursors or by offset, return every event once`
  )(function*() {
    yield* fill(given)
    yield* expectMeaning("the list in one page", asked(sorts, 300), given)
    const whole = hitUids(yield* searches((store) => store.search(asked(sorts, 300))))
    yield* expectEqual("how many there are", new Set(whole).size, stable.length + given.tombstones.length)
    for (const size of [1, 7, 20, 300]) {
      yield* expectEqual(`walked with pages of ${size}`, yield* walk(asked(sorts, size), () => Effect.void), whole)
    }
    for (const count of [0, 7, 14, whole.length - 1, whole.length]) {
      const { hits } = yield* searches((store) => store.search({ ...asked(sorts, 7), start: { _tag: "Skip", count } }))
      yield* expectEqual(`past ${count}`, hits.map(({ position }) => position.uid), whole.slice(count, count + 7))
    }
  })

/** Sorts that have both directions, and whether an event has a value. Events without one come last both ways. */
const bothWays: ReadonlyArray<readonly [ChangeKey | "location.adminLevel4", (event: IndexedEvent) => boolean]> = [
  ["updatedAt", () => true],
  ["createdAt", () => true],
  ["availabilityUpdatedAt", ({ record }) => record.availabilityUpdatedAt !== null],
  ["location.adminLevel4", ({ record }) => record.locationUid !== null && record.locationUid !== 4]
]

const reversedWalk = ([key, hasValue]: (typeof bothWays)[number]): Case =>
  demand(
    `walk.reversed.${key}`,
    "wire.md §6, Sorts",
    `pages of 7 by ${key}.desc return the exact reverse of ${key}.asc, events without a value apart`
  )(function*() {
    yield* fill(given)
    const valued = new Set(stable.filter(hasValue).map(({ record }) => record.uid))
    const walked = (direction: Direction) => walk({ ...asked([`${key}.${direction}`], 7), removed: null }, () => Effect.void)
    const ascending = yield* walked("asc")
    const descending = yield* walked("desc")
    yield* expectEqual("how many there are", ascending.length, stable.length)
    const reversed = ascending.toReversed()
    const expected = [...reversed.filter((uid) => valued.has(uid)), ...reversed.filter((uid) => !valued.has(uid))]
    yield* expectEqual("the descending order", descending, expected)
  })

/** Writes that touch none of the stable events: one made, one moved about, one removed, all over the order. */
const disturb = (pageNumber: number) => {
  const offset = (pageNumber * 37) % 100 - 50
  const made = sampleEvent(1_000 + pageNumber, { featured: pageNumber % 2 === 0, at: [interval(offset)], updatedAt: noon + pageNumber })
  const moved = sampleEvent(999, {
    featured: pageNumber % 3 === 0,
    at: [interval(-offset, 2)],
    updatedAt: noon - offset * hour,
    version: pageNumber
  })
  return transact(Effect.gen(function*() {
    yield* events((store) => store.put(made.record, made.index))
    yield* events((store) => store.put(moved.record, moved.index))
    yield* events((store) => store.remove(1_000 + pageNumber - 3))
  }))
}

const disturbedWalk = (sort: EventSort, size: number): Case =>
  demand(
    `walk.while-written.${sort}.${size}`,
    "wire.md §6, Cursor",
    `pages of ${size} by ${sort} return each unchanged event once, in order, while others are created, changed and removed`
  )(function*() {
    yield* fill(given)
    const untouched = new Set(stable.map(({ record }) => record.uid))
    const before = hitUids(yield* searches((store) => store.search(asked([sort], 300)))).filter((uid) => untouched.has(uid))
    const seen = yield* walk(asked([sort], size), disturb)
    yield* expectEqual("the events not touched", seen.filter((uid) => untouched.has(uid)), before)
  })

/** The demands on a list that is followed page by page. */
export const walkCases: ReadonlyArray<Case> = [
  ...lists.map(walkOf),
  ...bothWays.map(reversedWalk),
  ...[1, 7, 20].flatMap((size) => [
    disturbedWalk("timingsWithFeatured.asc", size),
    disturbedWalk("lastTiming.asc", size),
    disturbedWalk("updatedAt.desc", size)
  ]),
  demand("walk.while-time-passes", "wire.md §6, Cursor", "`asOf` of the first page orders every page, while `shownAt` advances")(
    function*() {
      yield* fill(given)
      const whole = hitUids(yield* searches((store) => store.search(asked(["timings.asc"], 300))))
      const seen: Array<number> = []
      let start: PlanStart | null = { _tag: "Skip", count: 0 }
      let shownAt = noon
      while (start !== null && shownAt < noon + 30 * day) {
        const page: QueryPlan = { ...asked(["timings.asc"], 7), start, shownAt }
        yield* expectMeaning("a page", page, given)
        const answer = yield* searches((store) => store.search(page))
        seen.push(...hitUids(answer))
        start = startAfter(answer)
        shownAt += 9 * hour
      }
      yield* expectEqual("the events, each once", seen, whole)
    }
  )
]
