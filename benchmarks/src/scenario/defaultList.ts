import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { agendaUid, drawLines } from "../data/drawLines.js"
import { type Envelope, writeFloor } from "../floor/FloorTable.js"
import { type LoadOptions, LoadResult } from "../load/LoadOptions.js"
import { run, type Script, startServer } from "../process/NodeProcess.js"
import type { ServerRounds } from "../Report.js"
import { fetchText, UnfitAnswer, walkList } from "./walkList.js"

/** How large the data is, and how hard and how long it is asked for. */
export interface Settings {
  readonly events: number
  readonly seed: number
  readonly rounds: number
  readonly connections: number
  readonly warmUp_ms: number
  readonly measure_ms: number
}

const day_ms = 86_400_000
const page_events = 20
const walk_events = 300

const engine = fileURLToPath(import.meta.resolve("@agenda-engine/http/package.json")).replace(/package\.json$/, "bin/agenda-engine.js")
const floor = fileURLToPath(new URL("../floor/main.js", import.meta.url))
const load = fileURLToPath(new URL("../load/main.js", import.meta.url))

const Key = Schema.parseJson(Schema.Struct({ key: Schema.String }))
const Imported = Schema.parseJson(Schema.Struct({ created: Schema.Int, rejected: Schema.Int }))

const command = (database: string, ...args: ReadonlyArray<string>): Script => ({
  path: engine,
  args: [...args, "--database", database],
  env: { AGENDA_ACCESS_LOG: "false" }
})

const seed = Effect.fnUntraced(function*(directory: string, database: string, settings: Settings) {
  const now = yield* Clock.currentTimeMillis
  const lines = drawLines({ ...settings, around: Math.floor(now / day_ms) * day_ms })
  const file = join(directory, "events.ndjson")
  yield* Effect.promise(() => writeFile(file, `${lines.join("\n")}\n`))
  yield* run(command(database, "migrate", "up"))
  const report = yield* Effect.flatMap(run(command(database, "import", file, "--json")), Schema.decodeUnknown(Imported))
  if (report.created !== lines.length) return yield* new UnfitAnswer({ message: `imported ${report.created} of ${lines.length} lines` })
  const { key } = yield* Effect.flatMap(run(command(database, "key", "create", "--kind", "public", "--json")), Schema.decodeUnknown(Key))
  return key
})

/** What of a page stands around its items; the floor sends the same. */
const envelopeOf = (page: string, items: ReadonlyArray<string>): Effect.Effect<Envelope, UnfitAnswer> => {
  const joined = items.join(",")
  const at = page.indexOf(joined)
  return at < 0
    ? Effect.fail(new UnfitAnswer({ message: "the list's items are not the page's bytes" }))
    : Effect.succeed({ before: page.slice(0, at), after: page.slice(at + joined.length) })
}

const measure = (url: string, path: string, headers: LoadOptions["headers"], settings: Settings) => {
  const { connections, measure_ms, warmUp_ms } = settings
  const options: LoadOptions = { port: Number(new URL(url).port), path, headers, connections, warmUp_ms, measure_ms }
  return Effect.flatMap(
    run({ path: load, args: [JSON.stringify(options)] }),
    Schema.decodeUnknown(Schema.parseJson(LoadResult))
  )
}

/**
 * Twenty events in the default order over HTTP: the engine's own server on SQLite, against a bare server that reads the same items, ready
 * made, from a table in their order, and sends the same bytes. The servers take turns, each in a process of its own, as does the load.
 */
export const defaultList = Effect.fnUntraced(function*(directory: string, settings: Settings) {
  const database = `sqlite:${join(directory, "engine.db")}`
  yield* Console.error(`seeding ${settings.events} events`)
  const key = yield* seed(directory, database, settings)
  const headers = { key }
  const path = `/v2/agendas/${agendaUid}/events`

  const engineUrl = yield* startServer(command(database, "serve", "--port", "0"))
  const page = yield* fetchText(engineUrl + path, headers)
  const items = yield* walkList(engineUrl + path, headers, walk_events)
  if (items.length !== settings.events) return yield* new UnfitAnswer({ message: `the list has ${items.length} events` })

  const floorFile = join(directory, "floor.db")
  writeFloor(floorFile, agendaUid, items, yield* envelopeOf(page, items.slice(0, page_events)))
  const floorUrl = yield* startServer({ path: floor, args: [floorFile, "0"] })
  if ((yield* fetchText(floorUrl + path, headers)) !== page) return yield* new UnfitAnswer({ message: "the floor sends other bytes" })

  const floorRounds: Array<LoadResult> = []
  const engineRounds: Array<LoadResult> = []
  for (let round = 1; round <= settings.rounds; round++) {
    yield* Console.error(`round ${round} of ${settings.rounds}`)
    floorRounds.push(yield* measure(floorUrl, path, headers, settings))
    engineRounds.push(yield* measure(engineUrl, path, headers, settings))
  }
  const servers: ReadonlyArray<ServerRounds> = [{ name: "naive floor", rounds: floorRounds }, { name: "engine", rounds: engineRounds }]
  return { scenario: "the default list of 20 over HTTP, on SQLite", page_bytes: Buffer.byteLength(page), servers }
})
