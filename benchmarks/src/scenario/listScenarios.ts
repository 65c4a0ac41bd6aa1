import { eventSorts } from "@agenda-engine/core/query/EventSort"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { choiceField, markedWords } from "../data/skewedEvents.js"
import { ask, readList } from "./ask.js"
import { againstFloors, anew, engineAsked, eventsOf, listOf } from "./page.js"
import { runLoop } from "./runLoop.js"
import type { Scenario } from "./Scenario.js"
import type { Contestant, World } from "./World.js"

const both = ["small", "large"] as const
const large = ["large"] as const
const largeFirst = ["large", "small"] as const

/** Query strings asked for in turn in a process with the engine, no HTTP between. `selects`: some events have to pass, and others not. */
const inEngine = (
  world: World,
  name: string,
  agendaUid: number,
  queries: readonly [string, ...Array<string>],
  selects: boolean
): Contestant => {
  const { measure_ms, warmUp_ms } = world.settings
  return { name, round: runLoop(world, { task: "list", file: world.file, agendaUid, queries, selects, warmUp_ms, measure_ms }) }
}

/** As many different query strings as caches shall not remember. */
const varied_count = 1_000

const varied = (write: (index: number) => string): readonly [string, ...Array<string>] => [
  write(0),
  ...Array.from({ length: varied_count }, (_, index) => write(index + 1))
]

const detailedList: Scenario = {
  name: "detailed",
  title: "a detailed list of 20",
  on: both,
  asked: "all",
  prepare: againstFloors("detailed", (world) => `${listOf(world)}?detailed=1`, ["naive", "bytes"]),
  targets: []
}

const day_ms = 86_400_000

const twoDigits = (number: number): string => `${number}`.padStart(2, "0")

/** Five filters that let different events through each time: a keyword, a box, a window, a choice, a relative. */
const fiveFilters = (now: number) => (index: number): string => {
  const begin = now + (index % 90) * day_ms
  const south = 43 + index % 5 + (index % 97) / 100
  return [
    `keyword=mot ${1 + index % 12}`,
    `geo[southWest][lat]=${south}&geo[southWest][lng]=-2&geo[northEast][lat]=${south + 4}&geo[northEast][lng]=5`,
    `timings[gte]=${DateTime.formatIso(DateTime.unsafeMake(begin))}&timings[lte]=${
      DateTime.formatIso(DateTime.unsafeMake(begin + 60 * day_ms))
    }`,
    `${choiceField.code}[]=${1 + index % choiceField.options}&${choiceField.code}[]=${1 + (index + 3) % choiceField.options}`,
    "relative[]=upcoming&relative[]=current"
  ].join("&")
}

const filters: Scenario = {
  name: "filters",
  title: "a list with five filters, others each time, in the engine: the largest agenda, one of a tenth",
  on: large,
  asked: "all",
  prepare: (world) =>
    Effect.map(DateTime.now, (now) => {
      const queries = varied(fiveFilters(DateTime.toEpochMillis(now)))
      return [
        inEngine(world, "largest agenda", world.agendas.largest, queries, true),
        inEngine(world, "middle agenda", world.agendas.middle, queries, true)
      ]
    }),
  targets: [
    { what: "five filters, agenda of 200 000, in the engine", of: "largest agenda", answers: "made anew", measure: "p50_ms", atMost: 8 },
    { what: "five filters, agenda of 20 000, in the engine", of: "middle agenda", answers: "made anew", measure: "p50_ms", atMost: 1 }
  ]
}

const warmTotal: Scenario = {
  name: "warm-total",
  title: "the default list from its store, with the total that is known from before, and with none looked up",
  on: largeFirst,
  asked: "all",
  prepare: (world) => {
    const { measure_ms, warmUp_ms } = world.settings
    const counting = (name: string, task: "known" | "uncounted"): Contestant => ({
      name,
      round: runLoop(world, { task, file: world.file, agendaUid: world.agendas.largest, warmUp_ms, measure_ms })
    })
    return Effect.succeed([counting("no total", "uncounted"), counting("warm total", "known")])
  },
  targets: [
    {
      what: "warm exact total, against no total",
      of: "warm total",
      to: "no total",
      answers: "made anew",
      measure: "perSecond",
      atLeast: 0.9
    }
  ]
}

/** A box that differs each time, around all that there is. */
const box = (index: number): string =>
  `geo[southWest][lat]=${35 + index / 1_000}&geo[southWest][lng]=-5&geo[northEast][lat]=55&geo[northEast][lng]=10`

/** Filters, most with a window that differs each time, so that no total is known from before. */
const countedFilters = (since: (index: number) => string): { readonly [name: string]: (index: number) => string } => ({
  window: (index) => since(index),
  updated: (index) => `updatedAt[gte]=2000-01-01T${twoDigits(Math.floor(index / 60) % 24)}:${twoDigits(index % 60)}:00Z`,
  city: (index) => `adminLevel4=Nantes&${since(index)}`,
  department: (index) => `adminLevel2=Bretagne 1&${since(index)}`,
  region: (index) => `adminLevel1=Bretagne&${since(index)}`,
  box,
  keyword: (index) => `keyword=mot ${1 + index % 12}&${since(index)}`,
  search: (index) => `search=${markedWords.medium.word}&${since(index)}`,
  featured: (index) => `featured=1&${since(index)}`,
  relative: (index) => `relative[]=upcoming&${since(index)}`,
  status: (index) => `status=1&${since(index)}`,
  accessibility: (index) => `accessibility=hi&${since(index)}`,
  age: (index) => `age[gte]=${index % 12}&age[lte]=${13 + index % 80}&${since(index)}`,
  choice: (index) => `${choiceField.code}=${1 + index % choiceField.options}&${since(index)}`
})

/** Filters that differ each time and let everything through. */
const passing: ReadonlyArray<string> = ["updated", "box"]

const totals: Scenario = {
  name: "totals",
  title: "totals not asked before, by each filter, in the engine",
  on: large,
  asked: "all",
  prepare: (world) =>
    Effect.map(DateTime.now, (now) => {
      const since = (index: number) => `timings[gte]=${DateTime.formatIso(DateTime.subtract(now, { minutes: index * 37 }))}`
      return Object.entries(countedFilters(since)).map(([name, write]) =>
        inEngine(world, name, world.agendas.largest, varied((index) => `size=0&${write(index)}`), !passing.includes(name))
      )
    }),
  targets: Object.keys(countedFilters(String)).map((of) => ({
    what: `cold total at 200 000: ${of}, in the engine`,
    of,
    answers: "made anew",
    measure: "p50_ms" as const,
    atMost: 25
  }))
}

/** Every order, places by one name in the stead of all. */
const sortNames = eventSorts.filter((sort) => !sort.startsWith("location.") || sort.startsWith("location.adminLevel4."))

const sorts: Scenario = {
  name: "sorts",
  title: "20 events by each sort, made anew each time",
  on: both,
  asked: "all",
  prepare: (world) =>
    Effect.succeed(
      sortNames.map((sort) => engineAsked(world, anew(`${listOf(world)}?sort=${sort}${sort === "score" ? "&search=concert" : ""}`), sort))
    ),
  targets: []
}

const flatList: Scenario = {
  name: "flat",
  title: "the default list of the largest agenda, against one of 1 000, made anew each time",
  on: large,
  asked: "all",
  prepare: (world) =>
    Effect.succeed([
      engineAsked(world, anew(eventsOf(world.agendas.little)), "agenda of 1 000"),
      engineAsked(world, anew(listOf(world)), "largest agenda")
    ]),
  targets: [
    {
      what: "default list in an agenda of 200 000, against one of 1 000",
      of: "largest agenda",
      to: "agenda of 1 000",
      answers: "made anew",
      measure: "p50_ms",
      atMost: 1.3
    }
  ]
}

const page_events = 20
const walk_events = 300
/** Events before page 1 000. */
const deep_events = 999 * page_events

/** The path of a page so deep, or near the end of a shorter list. */
const deepPath = Effect.fnUntraced(function*(world: World) {
  let path = listOf(world)
  let passed = 0
  while (true) {
    const left = deep_events - passed
    const size = left >= walk_events ? walk_events : left
    if (size <= 0) return path
    const joint = path.includes("?") ? "&" : "?"
    const { text } = yield* ask(`${world.server.url}${path}${joint}size=${size}`, world.reading)
    const { after, events } = yield* readList(text)
    passed += events.length
    if (after === null || events.length < size) return path
    path = `${listOf(world)}?${after.map((element) => `after[]=${encodeURIComponent(element)}`).join("&")}`
  }
})

const deepPage: Scenario = {
  name: "deep",
  title: "page 1 000 by after, against page 1, made anew each time",
  on: largeFirst,
  asked: "all",
  prepare: (world) =>
    Effect.map(deepPath(world), (path) => [
      engineAsked(world, anew(listOf(world)), "page 1"),
      engineAsked(world, anew(path), "deep page")
    ]),
  targets: [{
    what: "page 1 000 by `after`, against page 1",
    of: "deep page",
    to: "page 1",
    answers: "made anew",
    measure: "p50_ms",
    atMost: 1.5
  }]
}

const { common, medium, rare } = markedWords

/** A window that differs each time and lets everything through. */
const longAgo = (index: number): string => `timings[gte]=1990-01-01T${twoDigits(Math.floor(index / 60) % 24)}:${twoDigits(index % 60)}:00Z`

/** The same search, in another window each time. */
const searched = (word: string) => (index: number): string => `search=${word}&${longAgo(index)}`

const search: Scenario = {
  name: "search",
  title: "20 events by search, in the engine: in an agenda of 1 000; in the largest, words in one event of 2 000, 8, 2",
  on: large,
  asked: "all",
  prepare: (world) =>
    Effect.succeed([
      inEngine(world, "agenda of 1 000", world.agendas.little, varied(searched(medium.word)), true),
      inEngine(world, "rare word", world.agendas.largest, varied(searched(rare.word)), true),
      inEngine(world, "medium word", world.agendas.largest, varied(searched(medium.word)), true),
      inEngine(world, "common word", world.agendas.largest, varied(searched(common.word)), true)
    ]),
  targets: [
    { what: "search in an agenda of 1 000, in the engine", of: "agenda of 1 000", answers: "made anew", measure: "p50_ms", atMost: 1 },
    {
      what: "search for a word of 25 000 events of 200 000, in the engine",
      of: "medium word",
      answers: "made anew",
      measure: "p50_ms",
      atMost: 20
    }
  ]
}

const portalFacets = [
  "cities",
  "departments",
  "regions",
  "keywords",
  "relative",
  "accessibilities",
  "attendanceModes",
  "languages"
].map((type) => `aggregations[]=${type}`).join("&")

const facets: Scenario = {
  name: "facets",
  title: "eight facets of a portal, in the engine: with other filters each time, and unchanged",
  on: largeFirst,
  asked: "all",
  prepare: (world) =>
    Effect.succeed([
      inEngine(world, "first asked", world.agendas.middle, varied((index) => `size=0&${portalFacets}&${longAgo(index)}`), false),
      inEngine(world, "unchanged", world.agendas.middle, [`size=0&${portalFacets}`], false)
    ]),
  targets: [
    {
      what: "eight portal facets, agenda of 20 000, in the engine",
      of: "first asked",
      answers: "made anew",
      measure: "p50_ms",
      atMost: 40
    },
    { what: "the same facets, repeated unchanged", of: "unchanged", answers: "made anew", measure: "p50_ms", atMost: 1 }
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
  title: "a poll for what is new, when nothing is",
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
  filters,
  warmTotal,
  totals,
  sorts,
  flatList,
  deepPage,
  search,
  facets,
  agendaSearch,
  synchronise
]
