import { eventSorts } from "@agenda-engine/core/query/event/EventSort"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ask, readList } from "./ask.js"
import { startLoop } from "./loop/startLoop.js"
import { againstFloors, different_count, engineAsked, engineCold, eventsOf, listOf, uncached } from "./page.js"
import type { Scenario } from "./Scenario.js"
import type { Contestant, World } from "./World.js"

const both = ["small", "large"] as const
const large = ["large"] as const
const largeFirst = ["large", "small"] as const

const detailedList: Scenario = {
  name: "detailed",
  title: "a detailed list of 20",
  on: both,
  asked: "all",
  prepare: againstFloors("detailed", (world) => `${listOf(world)}?detailed=1`, ["naive", "bytes"]),
  targets: []
}

const warmTotal: Scenario = {
  name: "warm-total",
  title: "the default list from its store, with a cached total, and without a total",
  on: largeFirst,
  asked: "all",
  prepare: (world) => {
    const { measure_ms, warmUp_ms } = world.settings
    const counting = (name: string, total: "known" | "uncounted") =>
      Effect.map(startLoop(world, { on: "store", file: world.file, agendaUid: world.agendas.largest, total }), ({ round }): Contestant => {
        const listing = round({ task: "store", warmUp_ms, measure_ms })
        return { name, warmUp: listing, round: listing }
      })
    return Effect.all([counting("no total", "uncounted"), counting("warm total", "known")])
  },
  targets: [
    {
      what: "warm exact total, against no total",
      of: "warm total",
      to: "no total",
      answers: "uncached",
      measure: "perSecond",
      atLeast: 0.9
    }
  ]
}

/** Every sort; of the sorts by location text, only one. */
const sortNames = eventSorts.filter((sort) => !sort.startsWith("location.") || sort.startsWith("location.adminLevel4."))

const sorts: Scenario = {
  name: "sorts",
  title: "20 events by each sort, cold",
  on: both,
  asked: "all",
  prepare: (world) =>
    Effect.succeed(
      sortNames.map((sort) => engineCold(world, `${listOf(world)}?sort=${sort}${sort === "score" ? "&search=concert" : ""}`, sort))
    ),
  targets: []
}

/** The path of the page after a cursor. */
const pathAfter = (path: string, after: ReadonlyArray<string>): string =>
  `${path}?${after.map((element) => `after[]=${encodeURIComponent(element)}`).join("&")}`

/** The cursor after the first page of a list. */
const afterOf = (world: World, path: string) =>
  Effect.flatMap(ask(world.server.url + path, world.reading), ({ text }) => Effect.map(readList(text), ({ after }) => after ?? []))

/** A cursor with the uid of its position shifted, so that pages differ but totals do not. */
const shifted = (after: ReadonlyArray<string>, steps: number): ReadonlyArray<string> => [
  ...after.slice(0, -1),
  ...after.slice(-1).map((last) => last.replace(/^\d+/, (uid) => String(Number(uid) + steps)))
]

/**
 * The engine, with a page after cursors that differ slightly each time: the total is cached, the page is not.
 */
const engineReads = (world: World, path: string, after: ReadonlyArray<string>, name: string): Contestant => ({
  name,
  round: world.load(
    world.server,
    Array.from({ length: different_count }, (_, index) => ({ path: pathAfter(path, shifted(after, index)), headers: world.reading }))
  )
})

const flatList: Scenario = {
  name: "flat",
  title: "the default list of the largest agenda, against one of 1 000: uncached first pages, uncached second pages, and cold lists",
  on: large,
  asked: "all",
  prepare: (world) =>
    Effect.gen(function*() {
      const little = eventsOf(world.agendas.little)
      const largest = listOf(world)
      return [
        engineAsked(world, uncached(little), "agenda of 1 000"),
        engineAsked(world, uncached(largest), "largest agenda"),
        engineReads(world, little, yield* afterOf(world, little), "second page of 1 000"),
        engineReads(world, largest, yield* afterOf(world, largest), "second page of the largest"),
        engineCold(world, little, "agenda of 1 000, cold", { connections: 1 }),
        engineCold(world, largest, "largest agenda, cold", { connections: 1 })
      ]
    }),
  targets: [
    {
      what: "default list in an agenda of 200 000, against one of 1 000",
      of: "largest agenda",
      to: "agenda of 1 000",
      answers: "uncached",
      measure: "p50_ms",
      atMost: 1.3
    },
    {
      what: "its second page, page uncached",
      of: "second page of the largest",
      to: "second page of 1 000",
      answers: "uncached",
      measure: "p50_ms",
      atMost: 1.3
    }
  ]
}

const page_events = 20
const walk_events = 300
/** Events before page 1 000. */
const deep_events = 999 * page_events

/** The cursor after so many pages, or near the end of a shorter list. */
const deepAfter = Effect.fnUntraced(function*(world: World) {
  const list = listOf(world)
  let found: ReadonlyArray<string> = []
  let passed = 0
  while (true) {
    const left = deep_events - passed
    const size = left >= walk_events ? walk_events : left
    if (size <= 0) return found
    const path = found.length === 0 ? `${list}?size=${size}` : `${pathAfter(list, found)}&size=${size}`
    const { text } = yield* ask(`${world.server.url}${path}`, world.reading)
    const { after, events } = yield* readList(text)
    passed += events.length
    if (after === null || events.length < size) return found
    found = after
  }
})

const deepPage: Scenario = {
  name: "deep",
  title: "page 1 000 by after: against page 1, both uncached; against page 2, both with an uncached page",
  on: largeFirst,
  asked: "all",
  prepare: (world) =>
    Effect.gen(function*() {
      const list = listOf(world)
      const after = yield* deepAfter(world)
      return [
        engineAsked(world, uncached(list), "page 1"),
        engineAsked(world, uncached(pathAfter(list, after)), "deep page"),
        engineReads(world, list, yield* afterOf(world, list), "page 2, page uncached"),
        engineReads(world, list, after, "deep page, page uncached")
      ]
    }),
  targets: [
    {
      what: "page 1 000 by `after`, uncached, against page 1",
      of: "deep page",
      to: "page 1",
      answers: "uncached",
      measure: "p50_ms",
      atMost: 1.5
    },
    {
      what: "page 1 000 by `after`, page uncached, against page 2",
      of: "deep page, page uncached",
      to: "page 2, page uncached",
      answers: "uncached",
      measure: "p50_ms",
      atMost: 1.5
    }
  ]
}

const agendaSearch: Scenario = {
  name: "agendas",
  title: "the search of agendas; a list across agendas",
  on: both,
  asked: "all",
  prepare: (world) =>
    Effect.succeed([
      engineAsked(world, "/v2/agendas?search=agenda", "agendas"),
      engineAsked(world, "/v2/events?relative[]=current&relative[]=upcoming", "events across")
    ]),
  targets: []
}

const synchronise: Scenario = {
  name: "sync",
  title: "a poll for changes, when there are none",
  on: both,
  asked: "all",
  prepare: (world) =>
    Effect.map(DateTime.now, (now) => {
      const since = DateTime.formatIso(DateTime.add(now, { days: 1 }))
      return [engineAsked(world, `${listOf(world)}?updatedAt[gte]=${since}&removed=null&sort=updatedAt.asc`)]
    }),
  targets: []
}

/** Lists that are measured when they are named, or with all. */
export const listScenarios: ReadonlyArray<Scenario> = [
  detailedList,
  warmTotal,
  sorts,
  flatList,
  deepPage,
  agendaSearch,
  synchronise
]
