import * as Effect from "effect/Effect"
import { ticketedAgendas } from "../data/ticketedEvents.js"
import { ask, readList, UnfitAnswer } from "./ask.js"
import { againstFloors, engineAsked, engineCold, eventsOf, floorsOf, listOf, uncached } from "./page.js"
import type { Scenario } from "./Scenario.js"
import type { Contestant, World } from "./World.js"

const defaultList: Scenario = {
  name: "list-20",
  title: "the default list of 20, with its total",
  on: ["small", "large"],
  asked: "core",
  prepare: (world) =>
    Effect.map(
      againstFloors("list-20", listOf, ["constant", "naive", "bytes"])(world),
      (contestants) => [...contestants, engineCold(world, listOf(world), "engine, cold")]
    ),
  targets: [
    { what: "default list of 20 with exact total", of: "engine", to: "naive floor", answers: "cached", measure: "perSecond", atLeast: 1.2 },
    { what: "its slowest in a hundred", of: "engine", to: "naive floor", answers: "cached", measure: "p99_ms", atMost: 2 }
  ]
}

/** Pages of 300 are asked for on fewer connections, or they queue for longer than a round lasts. */
const longPages = { connections: 8 } as const

const longList: Scenario = {
  name: "list-300",
  title: "a list of 300",
  on: ["small", "large"],
  asked: "core",
  prepare: againstFloors("list-300", (world) => `${listOf(world)}?size=300`, ["naive", "bytes"], longPages),
  targets: [{ what: "list of 300", of: "engine", to: "naive floor", answers: "cached", measure: "perSecond", atLeast: 0.9 }]
}

/** Pages that are told to be as long are so, up to this share. */
const length_tolerance = 0.02

const offersList: Scenario = {
  name: "offers-300",
  title: "300 items of 20 slots with offers of two providers, against as many bytes without",
  on: ["small"],
  asked: "core",
  prepare: (world) =>
    Effect.gen(function*() {
      const path = `${eventsOf(ticketedAgendas.offers)}?size=300`
      const plainPath = `${eventsOf(ticketedAgendas.plain)}?size=300`
      const { text } = yield* ask(world.server.url + path, world.reading)
      const { text: plain } = yield* ask(world.server.url + plainPath, world.reading)
      const share = Buffer.byteLength(text) / Buffer.byteLength(plain)
      if (Math.abs(share - 1) > length_tolerance) {
        return yield* new UnfitAnswer({ message: `the list with offers has ${share.toFixed(3)} times the bytes of that without` })
      }
      return [
        ...(yield* floorsOf(world, "offers-300", text, ["naive"], longPages)),
        engineAsked(world, path, "with offers", longPages),
        engineAsked(world, uncached(plainPath), "without, uncached", longPages),
        engineAsked(world, uncached(path), "with, uncached", longPages)
      ]
    }),
  targets: [
    {
      what: "list of 300 with offers and aggregates, against the same bytes",
      of: "with offers",
      to: "naive floor",
      answers: "cached",
      measure: "perSecond",
      atLeast: 0.9
    },
    {
      what: "uncached list of 300, as many bytes without offers against with",
      of: "without, uncached",
      to: "with, uncached",
      answers: "uncached",
      measure: "perSecond",
      atMost: 1.3
    }
  ]
}

const fieldNames = [
  "description",
  "longDescription",
  "keywords",
  "conditions",
  "image",
  "featured",
  "timings",
  "firstTiming",
  "nextTiming",
  "lastTiming",
  "dateRange",
  "registration",
  "accessibility",
  "age",
  "status",
  "location.name",
  "location.city",
  "location.latitude",
  "location.longitude",
  "country",
  "links",
  "createdAt",
  "updatedAt"
]

const sets_count = 500

/** Sets of fields that differ from each other: the names that the bits of a number stand for, over uid and title. */
const fieldSets = Array.from({ length: sets_count }, (_, index) => {
  const bits = (index + 1) * 40_503 % (1 << fieldNames.length)
  return ["uid", "title", ...fieldNames.filter((_, index) => (bits >> index & 1) === 1)]
})

const asked = (world: World, fields: ReadonlyArray<string>): string =>
  `${listOf(world)}?${fields.map((field) => `includeFields[]=${field}`).join("&")}`

const chosenFields = ["uid", "title", "dateRange", "location.city", "nextTiming", "longDescription"]

const includeFields: Scenario = {
  name: "fields",
  title: "20 events of chosen fields: the same each time, and other fields each time, uncached; the floor has the same fields for both",
  on: ["small", "large"],
  asked: "core",
  prepare: (world) =>
    Effect.gen(function*() {
      const { text } = yield* ask(world.server.url + asked(world, chosenFields), world.reading)
      return [
        ...(yield* floorsOf(world, "fields", text, ["naive"])),
        engineAsked(world, asked(world, chosenFields), "the same set"),
        {
          name: "other sets",
          round: world.load(world.server, fieldSets.map((set) => ({ path: uncached(asked(world, set)), headers: world.reading })))
        }
      ]
    }),
  targets: [
    { what: "arbitrary `includeFields`", of: "other sets", to: "naive floor", answers: "uncached", measure: "perSecond", atLeast: 0.2 },
    {
      what: "a set of fields asked repeatedly",
      of: "the same set",
      to: "naive floor",
      answers: "cached",
      measure: "perSecond",
      atLeast: 0.35
    }
  ]
}

const singleRead: Scenario = {
  name: "single",
  title: "one event, by uid and by external id",
  on: ["small", "large"],
  asked: "core",
  prepare: (world) =>
    Effect.gen(function*() {
      const list = listOf(world)
      const { text: page } = yield* ask(`${world.server.url}${list}?size=1`, world.reading)
      const [first] = (yield* readList(page)).events
      const path = `${list}/${first?.uid ?? 0}`
      const { text } = yield* ask(world.server.url + path, world.reading)
      const external = /"key":"benchmark","value":"(\d+)"/.exec(text)?.[1] ?? ""
      const externalPath = `${list}/ext/benchmark/${external}`
      const { text: same } = yield* ask(world.server.url + externalPath, world.reading)
      if (same !== text) return yield* new UnfitAnswer({ message: "the event answers otherwise by its external id" })
      return [
        ...(yield* floorsOf(world, "single", text, ["single"])),
        engineAsked(world, path, "by uid"),
        engineAsked(world, uncached(path), "by uid, uncached"),
        engineAsked(world, externalPath, "by external id")
      ]
    }),
  targets: [
    { what: "single read by uid", of: "by uid", to: "bare single read", answers: "cached", measure: "perSecond", atLeast: 0.7 },
    {
      what: "single read by external id",
      of: "by external id",
      to: "bare single read",
      answers: "cached",
      measure: "perSecond",
      atLeast: 0.7
    }
  ]
}

const notModified: Scenario = {
  name: "not-modified",
  title: "304 on If-None-Match: an event, and the default list, against the list's naive floor",
  on: ["small", "large"],
  asked: "core",
  prepare: (world) =>
    Effect.gen(function*() {
      const list = listOf(world)
      const { text } = yield* ask(world.server.url + list, world.reading)
      const [first] = (yield* readList(text)).events
      const path = `${list}/${first?.uid ?? 0}`
      // The tag is asked for in each round: what is on changes by itself as time passes.
      const unchanged = (path: string, name: string): Contestant => ({
        name,
        round: Effect.flatMap(ask(world.server.url + path, world.reading), ({ etag }) =>
          world.load(world.server, [{ path, headers: { ...world.reading, "if-none-match": etag ?? "" }, status: 304 }]))
      })
      return [
        ...(yield* floorsOf(world, "not-modified", text, ["naive"])),
        unchanged(path, "event"),
        unchanged(list, "list")
      ]
    }),
  targets: [
    { what: "`If-None-Match` of an event", of: "event", to: "naive floor", answers: "cached", measure: "perSecond", atLeast: 5 },
    { what: "`If-None-Match` of the default list", of: "list", to: "naive floor", answers: "cached", measure: "perSecond", atLeast: 5 }
  ]
}

/** Reads that are measured when nothing is said. */
export const coreScenarios: ReadonlyArray<Scenario> = [offersList, defaultList, longList, includeFields, singleRead, notModified]
