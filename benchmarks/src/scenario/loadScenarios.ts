import * as Effect from "effect/Effect"
import { ticketedAgendas, ticketedLocations } from "../data/ticketedEvents.js"
import type { LoadResult } from "../load/LoadOptions.js"
import { startServer } from "../process/NodeProcess.js"
import { ask, readList } from "./ask.js"
import { type Mix, mixedRequests, oneList } from "./mixedRequests.js"
import { oneAndTwo } from "./oneAndTwo.js"
import { engineAsked, eventsOf, listOf, uncached } from "./page.js"
import type { Scenario } from "./Scenario.js"
import { upserts } from "./upserts.js"
import { fewWriters, warmUpWriter } from "./warmUpWriter.js"
import { type AskedRequest, type Contestant, serveFile, type World } from "./World.js"

const both = ["small", "large"] as const
const small = ["small"] as const
const largeFirst = ["large", "small"] as const

const token: Scenario = {
  name: "token",
  title: "access tokens for a secret key",
  on: both,
  asked: "all",
  prepare: (world) =>
    Effect.succeed([{
      name: "engine",
      round: world.load(world.server, [{
        method: "POST",
        path: "/v2/requestAccessToken",
        headers: {},
        body: JSON.stringify({ code: world.secretKey })
      }])
    }]),
  targets: []
}

const mixed_connections = 64
const mixed: Scenario = {
  name: "mixed",
  title: "95 reads to 5 writes on 64 connections, against the reads alone: of many agendas; of one list whose own agenda is written to",
  on: small,
  asked: "all",
  prepare: (world) =>
    Effect.gen(function*() {
      const shape = { connections: mixed_connections }
      const aloneAndMixed = ({ all, reads }: Mix, named: string): ReadonlyArray<Contestant> => [
        { name: `reads alone${named}`, warmUp: warmUpWriter(world, world.server), round: world.load(world.server, reads, shape) },
        { name: `mixed${named}`, round: world.load(world.server, all, shape) }
      ]
      return [
        ...aloneAndMixed(yield* mixedRequests(world, world.server), ""),
        ...aloneAndMixed(yield* oneList(world), ", one list")
      ]
    }),
  targets: [
    {
      what: "reads of 95/5 at 64 connections, against their rate alone",
      of: "mixed",
      kind: "read",
      to: "reads alone",
      answers: "cached",
      measure: "perSecond",
      atLeast: 0.5
    },
    { what: "writes of 95/5 at 64 connections", of: "mixed", kind: "write", measure: "p99_ms", atMost: 100 },
    {
      what: "the same of one list alone, whose own agenda is written to",
      of: "mixed, one list",
      kind: "read",
      to: "reads alone, one list",
      answers: "cached",
      measure: "perSecond",
      atLeast: 0.5
    }
  ]
}

const others_perSecond = 20
const own_perSecond = 5

/** Share of the pace of writes to be reached. */
const pace_share = 0.95

/** What is told of the reads, with the writes as a sort of their own. */
const beside = (reads: Contestant["round"], writes: Contestant["round"]): Effect.Effect<LoadResult, unknown> =>
  Effect.map(
    Effect.all([reads, writes], { concurrency: 2 }),
    ([result, { max_ms, p50_ms, p99_ms, perSecond, requests }]) => ({
      ...result,
      kinds: { ...result.kinds, write: { requests, perSecond, p50_ms, p99_ms, max_ms } }
    })
  )

const writtenTo: Scenario = {
  name: "written",
  title: `the default list while other agendas are written to (${others_perSecond} a second), and while its own is (${own_perSecond})`,
  on: small,
  asked: "all",
  prepare: (world) =>
    Effect.gen(function*() {
      const others = yield* upserts(
        world,
        { uid: ticketedAgendas.plain, locationUid: ticketedLocations.plain },
        (index) => `others-${index}`
      )
      const own = yield* upserts(world, { uid: world.agendas.largest, locationUid: null }, (index) => `own-${index}`)
      const reads = engineAsked(world, listOf(world)).round
      const writing = (requests: ReadonlyArray<AskedRequest>, pace_perSecond: number) =>
        world.load(world.server, requests, { ...fewWriters, pace_perSecond })
      return [
        { name: "quiet", warmUp: warmUpWriter(world, world.server), round: reads },
        { name: "others written", round: beside(reads, writing(others, others_perSecond)) },
        { name: "own written", round: beside(reads, writing(own, own_perSecond)) }
      ]
    }),
  targets: [
    {
      what: "the list while other agendas are written to",
      of: "others written",
      to: "quiet",
      answers: "cached",
      measure: "perSecond",
      atLeast: 0.8
    },
    {
      what: "writes meanwhile, of 20 a second",
      of: "others written",
      kind: "write",
      measure: "perSecond",
      atLeast: others_perSecond * pace_share
    },
    {
      what: "the list while its own is (5 writes a second)",
      of: "own written",
      to: "quiet",
      answers: "cached",
      measure: "perSecond",
      atLeast: 0.5
    },
    {
      what: "writes meanwhile, of 5 a second",
      of: "own written",
      kind: "write",
      measure: "perSecond",
      atLeast: own_perSecond * pace_share
    }
  ]
}

const start: Scenario = {
  name: "start",
  title: "from the start of a server to its first answer",
  on: largeFirst,
  asked: "all",
  prepare: (world) =>
    Effect.succeed([{
      name: "engine",
      round: Effect.scoped(Effect.gen(function*() {
        const began_ms = performance.now()
        const { url } = yield* startServer(serveFile(world))
        yield* ask(url + listOf(world), world.reading)
        const took_ms = performance.now() - began_ms
        const result: LoadResult = {
          requests: 1,
          perSecond: 1_000 / took_ms,
          p50_ms: took_ms,
          p99_ms: took_ms,
          max_ms: took_ms,
          kinds: {},
          cpu_us: null,
          resident_bytes: null,
          anonymous_bytes: null
        }
        return result
      }))
    }]),
  targets: [{ what: "start to first answer", of: "engine", measure: "p50_ms", atMost: 600 }]
}

const twoProcesses: Scenario = {
  name: "processes",
  title: "two server processes on one file, 95 reads to 5 writes, against one",
  on: small,
  asked: "all",
  prepare: (world) =>
    Effect.gen(function*() {
      const second = yield* startServer(serveFile(world))
      const mixes = oneAndTwo(world, world.server, second, (yield* mixedRequests(world, world.server)).all)
      const extreme = oneAndTwo(world, world.server, second, (yield* oneList(world)).all, ", one list")
      return [...mixes, ...extreme]
    }),
  targets: [{
    what: "two server processes on one SQLite file",
    of: "two processes",
    to: "one process",
    answers: "cached",
    measure: "cpu_us",
    atMost: 1.1
  }, {
    what: "the same, one list alone, whose own agenda is written to",
    of: "two processes, one list",
    to: "one process, one list",
    answers: "cached",
    measure: "cpu_us",
    atMost: 1.1
  }]
}

const memory_requests = 100_000
const memory_bytes_max = 250_000_000

const walked_events = 300
const changed_each = 20

/** So often comes what counts a hundred thousand events each time: one in so many rows of requests. */
const counted_each = 10

/**
 * Lists asked again and again, lists and single events asked now and then, lists that differ each time, and a few lists
 * across agendas, boxes and changes.
 */
const manyRequests = Effect.fnUntraced(function*(world: World) {
  const list = listOf(world)
  const { text } = yield* ask(`${world.server.url}${list}?size=${walked_events}`, world.reading)
  const { after, events } = yield* readList(text)
  const page = (after ?? []).map((element) => `&after[]=${encodeURIComponent(element)}`).join("")
  const little = eventsOf(world.agendas.little)
  return events.flatMap(({ uid = 0 }, index): ReadonlyArray<AskedRequest> => [
    ...[
      list,
      `${list}?size=100`,
      `${list}?detailed=1`,
      "/v2/agendas",
      `${list}/${uid}`,
      `${list}?detailed=1&uid[]=${uid}`,
      `${list}?relative[]=upcoming&keyword=mot+${index}&includeFields[]=uid&includeFields[]=title`,
      `${uncached(list)}${page}`,
      `${little}?search=concert+{seq}`,
      ...(index % counted_each === 0
        ? [
          "/v2/events",
          `${list}?geo[southWest][lat]=40.{seq}&geo[southWest][lng]=-5&geo[northEast][lat]=55&geo[northEast][lng]=10`
        ]
        : [])
    ].map((path) => ({ path, headers: world.reading })),
    ...(index % changed_each === 0
      ? [{
        method: "PATCH" as const,
        path: `${list}/${uid}`,
        headers: world.writing,
        body: JSON.stringify({ title: { fr: "Concert {seq}" } })
      }]
      : [])
  ])
})

const memory: Scenario = {
  name: "memory",
  title: "memory of a server after 50 000 and after 100 000 mixed requests",
  on: largeFirst,
  asked: "all",
  prepare: (world) =>
    Effect.gen(function*() {
      const server = yield* startServer(serveFile(world))
      const requests = yield* manyRequests(world)
      const shape = { requests_max: memory_requests / 2 }
      const half = yield* Effect.cached(world.load(server, requests, shape))
      const whole = yield* Effect.cached(Effect.zipRight(half, world.load(server, requests, shape)))
      return [{ name: "half way", round: half }, { name: "at the end", round: whole }]
    }),
  targets: [
    { what: "memory after 100 000 mixed requests", of: "at the end", measure: "anonymous_bytes", atMost: memory_bytes_max },
    { what: "memory after 100 000, against 50 000", of: "at the end", to: "half way", measure: "anonymous_bytes", atMost: 1.1 }
  ]
}

/** What is measured of servers under load, when it is named or with all. */
export const loadScenarios: ReadonlyArray<Scenario> = [token, mixed, writtenTo, twoProcesses, start, memory]
