import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { makeDraw } from "../data/Draw.js"
import { eventBody } from "../data/plainEvents.js"
import { ticketedAgendas, ticketedLocations } from "../data/ticketedEvents.js"
import type { LoadResult } from "../load/LoadOptions.js"
import { startServer } from "../process/NodeProcess.js"
import { ask } from "./ask.js"
import { engineAsked, eventsOf, listOf } from "./page.js"
import type { Scenario } from "./Scenario.js"
import { type AskedRequest, type Contestant, serveFile, type World } from "./World.js"

const both = ["small", "large"] as const
const small = ["small"] as const
const day_ms = 86_400_000
const bodies_count = 50

/** Upserts that change something each time, one event in turn after another. */
const upserts = (world: World, agendaUid: number, locationUid: number | null): Effect.Effect<ReadonlyArray<AskedRequest>> =>
  Effect.map(DateTime.now, (now) => {
    const draw = makeDraw(9)
    const around = Math.floor(DateTime.toEpochMillis(now) / day_ms) * day_ms
    return Array.from({ length: bodies_count }, (_, index): AskedRequest => {
      const body = eventBody(draw, index, around, 5)
      return {
        method: "PUT",
        kind: "write",
        path: `${eventsOf(agendaUid)}/ext/written/${index}`,
        headers: world.writing,
        body: JSON.stringify({
          ...body,
          locationUid: locationUid ?? body.locationUid,
          title: { fr: `${body.title.fr.slice(0, 80)} {seq}` }
        })
      }
    })
  })

const token: Scenario = {
  name: "token",
  title: "access tokens for a secret key",
  on: both,
  isCore: false,
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
const reads_perWrite = 19

const mixed: Scenario = {
  name: "mixed",
  title: "95 reads to 5 writes on 64 connections, against the reads alone",
  on: small,
  isCore: false,
  prepare: (world) =>
    Effect.map(upserts(world, world.agendas.largest, null), (writes): ReadonlyArray<Contestant> => {
      const read: AskedRequest = { kind: "read", path: listOf(world), headers: world.reading }
      const requests = writes.flatMap((write) => [write, ...Array.from({ length: reads_perWrite }, () => read)])
      return [
        { name: "reads alone", round: world.load(world.server, [read], { connections: mixed_connections }) },
        { name: "mixed", round: world.load(world.server, requests, { connections: mixed_connections }) }
      ]
    }),
  targets: [
    { of: "mixed", kind: "read", to: "reads alone", measure: "perSecond", atLeast: 0.5 },
    { of: "mixed", kind: "write", measure: "p99_ms", atMost: 100 }
  ]
}

const others_perSecond = 20
const own_perSecond = 5

const beside = (reads: Contestant["round"], writes: Contestant["round"]): Effect.Effect<LoadResult, unknown> =>
  Effect.map(Effect.all([reads, writes], { concurrency: 2 }), ([result]) => result)

const writtenTo: Scenario = {
  name: "written",
  title: `the default list while other agendas are written to (${others_perSecond} a second), and while its own is (${own_perSecond})`,
  on: small,
  isCore: false,
  prepare: (world) =>
    Effect.gen(function*() {
      const others = yield* upserts(world, ticketedAgendas.plain, ticketedLocations.plain)
      const own = yield* upserts(world, world.agendas.largest, null)
      const reads = engineAsked(world, listOf(world)).round
      const writing = (requests: ReadonlyArray<AskedRequest>, pace_perSecond: number) =>
        world.load(world.server, requests, { connections: 1, pace_perSecond })
      return [
        { name: "quiet", round: reads },
        { name: "others written", round: beside(reads, writing(others, others_perSecond)) },
        { name: "own written", round: beside(reads, writing(own, own_perSecond)) }
      ]
    }),
  targets: [
    { of: "others written", to: "quiet", measure: "perSecond", atLeast: 0.8 },
    { of: "own written", to: "quiet", measure: "perSecond", atLeast: 0.5 }
  ]
}

const start: Scenario = {
  name: "start",
  title: "from the start of a server to its first answer",
  on: both,
  isCore: false,
  prepare: (world) =>
    Effect.succeed([{
      name: "engine",
      round: Effect.scoped(Effect.gen(function*() {
        const began_ms = performance.now()
        const { url } = yield* startServer(serveFile(world.file))
        yield* ask(url + listOf(world), world.reading)
        const took_ms = performance.now() - began_ms
        const result: LoadResult = {
          requests: 1,
          perSecond: 1_000 / took_ms,
          p50_ms: took_ms,
          p99_ms: took_ms,
          kinds: {},
          cpu_us: null,
          resident_bytes: null,
          anonymous_bytes: null
        }
        return result
      }))
    }]),
  targets: [{ of: "engine", measure: "p50_ms", atMost: 600 }]
}

const middleOf = (left: number | null, right: number | null): number | null => left === null || right === null ? null : (left + right) / 2

const twoProcesses: Scenario = {
  name: "processes",
  title: "two server processes on one file, 95 reads to 5 writes, against one",
  on: small,
  isCore: false,
  prepare: (world) =>
    Effect.gen(function*() {
      const second = yield* startServer(serveFile(world.file))
      const writes = yield* upserts(world, world.agendas.largest, null)
      const read: AskedRequest = { kind: "read", path: listOf(world), headers: world.reading }
      const requests = writes.flatMap((write) => [write, ...Array.from({ length: reads_perWrite }, () => read)])
      const half = world.settings.connections / 2
      const two = Effect.all([
        world.load(world.server, requests, { connections: half }),
        world.load(second, requests, { connections: half })
      ], { concurrency: 2 })
      return [
        { name: "one process", round: world.load(world.server, requests) },
        {
          name: "two processes",
          round: Effect.map(two, ([left, right]): LoadResult => ({
            ...left,
            requests: left.requests + right.requests,
            perSecond: left.perSecond + right.perSecond,
            cpu_us: middleOf(left.cpu_us, right.cpu_us)
          }))
        }
      ]
    }),
  targets: [{ of: "two processes", to: "one process", measure: "cpu_us", atMost: 1.1 }]
}

const memory_requests = 100_000
const memory_bytes_max = 250 * 1_048_576

const memory: Scenario = {
  name: "memory",
  title: "memory of a server after 50 000 and after 100 000 mixed requests",
  on: both,
  isCore: false,
  prepare: (world) =>
    Effect.gen(function*() {
      const server = yield* startServer(serveFile(world.file))
      const list = listOf(world)
      const paths = [
        list,
        `${list}?size=100`,
        `${list}?detailed=1`,
        `${eventsOf(world.agendas.little)}?search=concert`,
        `${list}?sort=updatedAt.desc`,
        `${list}?relative[]=upcoming&includeFields[]=uid&includeFields[]=title`,
        "/v2/agendas",
        "/v2/events"
      ]
      const requests = paths.map((path): AskedRequest => ({ path, headers: world.reading }))
      const shape = { requests_max: memory_requests / 2 }
      const half = yield* Effect.cached(world.load(server, requests, shape))
      const whole = yield* Effect.cached(Effect.zipRight(half, world.load(server, requests, shape)))
      return [{ name: "half way", round: half }, { name: "at the end", round: whole }]
    }),
  targets: [
    { of: "at the end", measure: "anonymous_bytes", atMost: memory_bytes_max },
    { of: "at the end", to: "half way", measure: "anonymous_bytes", atMost: 1.1 }
  ]
}

/** What is measured of servers under load, when it is named or with all. */
export const loadScenarios: ReadonlyArray<Scenario> = [token, mixed, writtenTo, twoProcesses, start, memory]
