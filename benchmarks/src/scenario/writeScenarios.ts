import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { constants } from "node:fs"
import { copyFile } from "node:fs/promises"
import { join } from "node:path"
import { makeDraw } from "../data/Draw.js"
import { agendaUid, eventBody } from "../data/plainEvents.js"
import { warmUp_events, type WriteLoop } from "../loop/LoopOptions.js"
import { ask } from "./ask.js"
import { runLoop } from "./runLoop.js"
import type { Scenario } from "./Scenario.js"
import type { AskedRequest, Contestant, World } from "./World.js"

const list = `/v2/agendas/${agendaUid}/events`

/** Events that one round of a loop writes. */
const loop_events = 300
const bodies_count = 50
const slots = 5
/** Writes wait for each other: more would queue for longer than a round lasts. */
const fewWriters = { connections: 4 } as const
const day_ms = 86_400_000

const copyOf = (world: World, name: string) => {
  const file = join(world.directory, name)
  return Effect.as(Effect.promise(() => copyFile(world.seeded, file, constants.COPYFILE_FICLONE)), file)
}

const loopFor = (world: World, task: WriteLoop["task"], source?: { readonly file: string; readonly prefix: string }) => {
  let rounds = 0
  return Effect.gen(function*() {
    const prefix = `${source?.prefix ?? ""}${task}-${rounds++}-`
    const file = yield* copyOf(world, `loop-${prefix}.db`)
    const options: WriteLoop = { file, task, events: loop_events, prefix, seed: rounds, ...(source === undefined ? {} : { source }) }
    return yield* runLoop(world, options)
  })
}

/** A file in which the engine has made a round's events and some to warm up, for bare writers to write the same rows. */
const writtenBefore = Effect.fnUntraced(function*(world: World, task: "create" | "import" | "importHtml") {
  const prefix = `source-${task}-`
  const file = yield* copyOf(world, `loop-${prefix}.db`)
  const options: WriteLoop = { file, task, events: warmUp_events + loop_events, prefix, seed: 1 }
  yield* runLoop(world, options)
  return { file, prefix }
})

const upsertInEngine: Scenario = {
  name: "upsert-engine",
  title:
    "durable upserts by external id in the engine (5 slots, text): new, changed, unchanged; against a raw loop that writes the same rows",
  on: ["small"],
  asked: "all",
  prepare: (world) =>
    Effect.map(writtenBefore(world, "create"), (source): ReadonlyArray<Contestant> => [
      { name: "raw loop", isFloor: true, round: loopFor(world, "raw", source) },
      { name: "new", round: loopFor(world, "create") },
      { name: "changed", round: loopFor(world, "change") },
      { name: "unchanged", round: loopFor(world, "repeat") }
    ]),
  targets: [
    { what: "durable upsert by external id, in the engine", of: "new", to: "raw loop", measure: "perSecond", atLeast: 0.3 }
  ]
}

const bulkImport: Scenario = {
  name: "import",
  title: "import of new events: descriptions in markdown, in HTML; against a raw bulk loader of the same rows",
  on: ["small"],
  asked: "all",
  prepare: (world) =>
    Effect.gen(function*() {
      const rawLoader = (name: string, source: { readonly file: string; readonly prefix: string }): Contestant => ({
        name,
        isFloor: true,
        round: loopFor(world, "rawImport", source)
      })
      return [
        rawLoader("raw loader", yield* writtenBefore(world, "import")),
        { name: "markdown", round: loopFor(world, "import") },
        rawLoader("raw loader, HTML", yield* writtenBefore(world, "importHtml")),
        { name: "HTML", round: loopFor(world, "importHtml") }
      ]
    }),
  targets: [
    { what: "import, markdown descriptions", of: "markdown", to: "raw loader", measure: "perSecond", atLeast: 0.3 },
    { what: "import, HTML descriptions", of: "HTML", to: "raw loader, HTML", measure: "perSecond", atLeast: 0.12 }
  ]
}

const upserts = (world: World, around: number, path: (index: number) => string): ReadonlyArray<AskedRequest> => {
  const draw = makeDraw(7)
  return Array.from({ length: bodies_count }, (_, index) => {
    const body = eventBody(draw, index, around, slots)
    return {
      method: "PUT" as const,
      path: path(index),
      headers: world.writing,
      body: JSON.stringify({ ...body, title: { ...body.title, fr: `${body.title.fr.slice(0, 80)} {seq}` } })
    }
  })
}

const createOverHttp: Scenario = {
  name: "create",
  title: "new events over HTTP",
  on: ["small"],
  asked: "all",
  prepare: (world) =>
    Effect.map(DateTime.now, (now) => {
      const around = Math.floor(DateTime.toEpochMillis(now) / day_ms) * day_ms
      const requests = upserts(world, around, () => list).map((request): AskedRequest => ({ ...request, method: "POST" }))
      return [{ name: "engine", round: world.load(world.server, requests, fewWriters) }]
    }),
  targets: []
}

const upsertOverHttp: Scenario = {
  name: "upsert",
  title: "upserts by external id over HTTP: new, changed, unchanged",
  on: ["small"],
  asked: "core",
  prepare: (world) =>
    Effect.gen(function*() {
      const now = DateTime.toEpochMillis(yield* DateTime.now)
      const around = Math.floor(now / day_ms) * day_ms
      const changed = upserts(world, around, (index) => `${list}/ext/upsert/known-${index}`)
      const unchanged = changed.map((request): AskedRequest => ({
        ...request,
        path: request.path.replace("known", "same"),
        body: request.body?.replace("{seq}", "") ?? null
      }))
      return [
        { name: "new", round: world.load(world.server, upserts(world, around, () => `${list}/ext/upsert/new-{seq}`), fewWriters) },
        { name: "changed", round: world.load(world.server, changed, fewWriters) },
        { name: "unchanged", round: world.load(world.server, unchanged, fewWriters) }
      ]
    }),
  targets: []
}

const Written = Schema.parseJson(Schema.Struct({
  event: Schema.Struct({ uid: Schema.Int, timings: Schema.Array(Schema.Struct({ id: Schema.String })) })
}))
const patched_events = 8
const patched_slots = 50

const availability: Scenario = {
  name: "availability",
  title: "PATCH availability of 50 slots",
  on: ["small"],
  asked: "core",
  prepare: (world) =>
    Effect.gen(function*() {
      const now = yield* DateTime.now
      const around = Math.floor(DateTime.toEpochMillis(now) / day_ms) * day_ms
      const draw = makeDraw(8)
      const requests = yield* Effect.forEach(Array.from({ length: patched_events }), (_, index) =>
        Effect.gen(function*() {
          const body = {
            ...eventBody(draw, index, around + 400 * day_ms, patched_slots),
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
      return [{ name: "engine", round: world.load(world.server, requests, fewWriters) }]
    }),
  targets: []
}

/** Scenarios that change the data: over HTTP, then those that write to copies of their own. */
export const writeScenarios: ReadonlyArray<Scenario> = [createOverHttp, upsertOverHttp, availability, upsertInEngine, bulkImport]
