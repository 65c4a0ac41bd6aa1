import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { makeDraw } from "../data/Draw.js"
import { agendaUid, eventBody } from "../data/plainEvents.js"
import { ask } from "./ask.js"
import { eventsOf } from "./page.js"
import type { Scenario } from "./Scenario.js"
import { today_ms, upserts } from "./upserts.js"
import { fewWriters, warmUpWriter } from "./warmUpWriter.js"
import type { AskedRequest, World } from "./World.js"

const agenda = { uid: agendaUid, locationUid: null }
const list = eventsOf(agendaUid)
const day_ms = 86_400_000

const written = (world: World, name: string, requests: ReadonlyArray<AskedRequest>) => ({
  name,
  warmUp: warmUpWriter(world, world.server),
  round: world.load(world.server, requests, fewWriters)
})

const createOverHttp: Scenario = {
  name: "create",
  title: "new events over HTTP",
  on: ["small"],
  asked: "all",
  prepare: (world) =>
    Effect.map(upserts(world, agenda, String), (requests) => [
      written(world, "engine", requests.map((request): AskedRequest => ({ ...request, method: "POST", path: list })))
    ]),
  targets: []
}

const upsertOverHttp: Scenario = {
  name: "upsert",
  title: "upserts by external id over HTTP: new, changed, unchanged",
  on: ["small"],
  asked: "core",
  prepare: (world) =>
    Effect.gen(function*() {
      const same = yield* upserts(world, agenda, (index) => `same-${index}`)
      return [
        written(world, "new", yield* upserts(world, agenda, () => "new-{seq}")),
        written(world, "changed", yield* upserts(world, agenda, (index) => `known-${index}`)),
        written(world, "unchanged", same.map((request) => ({ ...request, body: request.body?.replace("{seq}", "") ?? null })))
      ]
    }),
  targets: []
}

const Written = Schema.parseJson(Schema.Struct({
  event: Schema.Struct({ uid: Schema.Int, timings: Schema.Array(Schema.Struct({ id: Schema.String })) })
}))
const patched_events = 8
const patched_slots = 50
const patched_days = 400

const availability: Scenario = {
  name: "availability",
  title: "PATCH availability of 50 slots",
  on: ["small"],
  asked: "core",
  prepare: (world) =>
    Effect.gen(function*() {
      const now = yield* DateTime.now
      const around = (yield* today_ms) + patched_days * day_ms
      const draw = makeDraw(8)
      const requests = yield* Effect.forEach(Array.from({ length: patched_events }), (_, index) =>
        Effect.gen(function*() {
          const body = {
            ...eventBody(draw, index, around, patched_slots),
            offers: [{ provider: "mapado", currency: "EUR", tiers: [] }]
          }
          const { text } = yield* ask(`${world.server.url}${list}`, world.writing, JSON.stringify(body))
          const { event } = yield* Schema.decodeUnknown(Written)(text)
          const row = { syncedAt: DateTime.formatIso(now), lowStockThreshold: 5, remaining: -1 }
          const patch = Object.fromEntries(event.timings.map(({ id }) => [id, { mapado: row }]))
          const request: AskedRequest = {
            method: "PATCH",
            path: `${list}/${event.uid}/availability`,
            headers: world.writing,
            body: JSON.stringify(patch).replaceAll('"remaining":-1', '"remaining":{seq}')
          }
          return request
        }))
      return [written(world, "engine", requests)]
    }),
  targets: []
}

/** Scenarios that change the data over HTTP. */
export const writeScenarios: ReadonlyArray<Scenario> = [createOverHttp, upsertOverHttp, availability]
