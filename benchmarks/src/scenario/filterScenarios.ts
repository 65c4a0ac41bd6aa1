import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { choiceField, markedWords } from "../data/skewedEvents.js"
import { frequentWords } from "../data/vocabulary.js"
import { ask } from "./ask.js"
import { countedFilters, type KnownEvents, searchAnew } from "./countedFilters.js"
import { inEngine, overHttp, varied } from "./loop/inEngine.js"
import { startLoop } from "./loop/startLoop.js"
import { listOf } from "./page.js"
import type { Scenario } from "./Scenario.js"
import type { World } from "./World.js"

const large = ["large"] as const
const largeFirst = ["large", "small"] as const

const minute_ms = 60_000
const day_ms = 1_440 * minute_ms
const long_ago = DateTime.toEpochMillis(DateTime.unsafeMake("1990-01-01T00:00:00Z"))

const iso = (instant: number): string => DateTime.formatIso(DateTime.unsafeMake(instant))

/** A process with the engine on the file that the server serves. */
const startEngine = (world: World) => startLoop(world, { on: "engine", file: world.file })

/** Five filters that let different events through each time: a keyword, a box, a window, a choice, a relative. */
const fiveFilters = (now: number) => (index: number): string => {
  const begin = now + (index % 90) * day_ms
  const south = 43 + index % 5 + (index % 97) / 100
  return [
    `keyword=mot%20${1 + index % 12}`,
    `geo[southWest][lat]=${south}&geo[southWest][lng]=-2&geo[northEast][lat]=${south + 4}&geo[northEast][lng]=5`,
    `timings[gte]=${iso(begin)}&timings[lte]=${iso(begin + 60 * day_ms)}`,
    `${choiceField.code}[]=${1 + index % choiceField.options}&${choiceField.code}[]=${1 + (index + 3) % choiceField.options}`,
    "relative[]=upcoming&relative[]=current"
  ].join("&")
}

const filters: Scenario = {
  name: "filters",
  title: "a list with five filters, different each time, in the engine and over HTTP: the largest agenda, one of a tenth",
  on: large,
  asked: "all",
  prepare: (world) =>
    Effect.gen(function*() {
      const queries = varied(fiveFilters(DateTime.toEpochMillis(yield* DateTime.now)))
      const engine = yield* startEngine(world)
      return [
        inEngine(world, engine, "largest agenda", world.agendas.largest, queries, true),
        overHttp(world, "largest agenda", world.agendas.largest, queries),
        inEngine(world, engine, "middle agenda", world.agendas.middle, queries, true),
        overHttp(world, "middle agenda", world.agendas.middle, queries)
      ]
    }),
  targets: [
    { what: "five filters, agenda of 200 000, in the engine", of: "largest agenda", answers: "uncached", measure: "p50_ms", atMost: 8 },
    { what: "five filters, agenda of 20 000, in the engine", of: "middle agenda", answers: "uncached", measure: "p50_ms", atMost: 1 }
  ]
}

const Listed = Schema.parseJson(Schema.Struct({
  events: Schema.Array(Schema.Struct({
    uid: Schema.Int,
    slug: Schema.String,
    location: Schema.optional(Schema.NullOr(Schema.Struct({ uid: Schema.Int })))
  }))
}))

const known_events = 300
const knownFields = ["uid", "slug", "location.uid"].map((field) => `&includeFields[]=${field}`).join("")

/** Some events of the largest agenda. */
const knownEvents = Effect.fnUntraced(function*(world: World) {
  const { text } = yield* ask(`${world.server.url}${listOf(world)}?size=${known_events}${knownFields}`, world.reading)
  const { events } = yield* Schema.decodeUnknown(Listed)(text)
  const known: KnownEvents = {
    uids: events.map(({ uid }) => uid),
    slugs: events.map(({ slug }) => slug),
    locationUids: [...new Set(events.flatMap(({ location }) => location?.uid ?? []))]
  }
  return known
})

const totals: Scenario = {
  name: "totals",
  title: "cold totals, by each filter, in the engine",
  on: large,
  asked: "all",
  prepare: (world) =>
    Effect.gen(function*() {
      const now = yield* DateTime.now
      const since = (index: number) => `timings[gte]=${DateTime.formatIso(DateTime.subtract(now, { minutes: index * 37 }))}`
      const known = yield* knownEvents(world)
      const engine = yield* startEngine(world)
      return countedFilters.map(({ name, passesAll, write }) =>
        inEngine(
          world,
          engine,
          name,
          world.agendas.largest,
          varied((index) => `size=0&${write(index, since(index), known)}`),
          passesAll !== true
        )
      )
    }),
  targets: countedFilters.map(({ name }) => ({
    what: `cold total at 200 000: ${name}, in the engine`,
    of: name,
    answers: "uncached",
    measure: "p50_ms" as const,
    atMost: 25
  }))
}

const { common, medium, rare } = markedWords

/** A window that differs each time and lets everything through. */
const longAgo = (index: number): string => `timings[gte]=${iso(long_ago + index * minute_ms)}`

/**
 * More words than the store keeps answers of, so that none is asked for again while its answer is known. The rarest of
 * them are in few of a thousand events.
 */
const words = frequentWords(1_000)

/** Another word each time. */
const otherWords = varied((index) => `search=${encodeURIComponent(words[index % words.length] ?? "")}`)

/** The same search each time, in other words. */
const searched = (word: string) => varied((index) => searchAnew(word, index))

/** The same search, in another window each time. */
const searchedWithin = (word: string) => varied((index) => `search=${word}&${longAgo(index)}`)

const search: Scenario = {
  name: "search",
  title:
    "20 events by search, in the engine and over HTTP: another word each time in an agenda of 1 000; in the largest, words in one event of 2 000, 8, 2",
  on: large,
  asked: "all",
  prepare: (world) =>
    Effect.map(startEngine(world), (engine) => {
      const { largest, little } = world.agendas
      const asked = [
        ["agenda of 1 000", little, otherWords],
        ["rare word", largest, searched(rare.word)],
        ["medium word", largest, searched(medium.word)],
        ["medium word in a window", largest, searchedWithin(medium.word)],
        ["common word", largest, searched(common.word)]
      ] as const
      return asked.flatMap(([name, agendaUid, queries]) => [
        inEngine(world, engine, name, agendaUid, queries, true),
        overHttp(world, name, agendaUid, queries)
      ])
    }),
  targets: [
    { what: "search in an agenda of 1 000, in the engine", of: "agenda of 1 000", answers: "uncached", measure: "p50_ms", atMost: 1 },
    {
      what: "search for a word of 25 000 events of 200 000, in the engine",
      of: "medium word",
      answers: "uncached",
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
  title: "eight facets of a portal, in the engine and over HTTP: with different filters each time, and unchanged",
  on: largeFirst,
  asked: "all",
  prepare: (world) =>
    Effect.map(startEngine(world), (engine) => {
      const { middle } = world.agendas
      const others = varied((index) => `size=0&${portalFacets}&${longAgo(index)}`)
      const same = [`size=0&${portalFacets}`] as const
      return [
        inEngine(world, engine, "cold", middle, others, false),
        overHttp(world, "cold", middle, others),
        inEngine(world, engine, "unchanged", middle, same, false),
        overHttp(world, "unchanged", middle, same)
      ]
    }),
  targets: [
    {
      what: "eight portal facets, agenda of 20 000, in the engine",
      of: "cold",
      answers: "uncached",
      measure: "p50_ms",
      atMost: 40
    },
    { what: "the same facets, repeated unchanged", of: "unchanged", answers: "uncached", measure: "p50_ms", atMost: 1 }
  ]
}

/** Lists that filter, search and count, when they are named, or with all. */
export const filterScenarios: ReadonlyArray<Scenario> = [filters, totals, search, facets]
