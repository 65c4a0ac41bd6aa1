import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { agendaUid, plainEvents } from "../data/plainEvents.js"
import { engine } from "../engine.js"
import { fillPostgresFloor } from "../floor/fillPostgresFloor.js"
import { pageOf } from "../floor/FloorFile.js"
import { run, startServer } from "../process/NodeProcess.js"
import { startPostgres } from "../process/startPostgres.js"
import { ask, readList, UnfitAnswer } from "./ask.js"
import { eventsOf } from "./page.js"
import type { Scenario } from "./Scenario.js"

const floor = fileURLToPath(new URL("../floor/postgresFloor.js", import.meta.url))
const Key = Schema.parseJson(Schema.Struct({ key: Schema.String }))

/** As many as can be imported in a moment: what a page costs does not depend on it. */
const events = 1_000

/** The default list on Postgres. */
export const postgresScenario: Scenario = {
  name: "postgres",
  title: "the default list of 20 on Postgres: given again from memory, and made anew",
  on: ["small"],
  isCore: false,
  prepare: (world) =>
    Effect.gen(function*() {
      const url = yield* startPostgres
      const file = join(world.directory, "postgres.ndjson")
      const around = DateTime.toEpochMillis(DateTime.startOf(yield* DateTime.now, "month"))
      const lines = [...plainEvents({ dataset: "small", events, ticketed: 0, seed: 1, around })].map((line) => JSON.stringify(line))
      yield* Effect.promise(() => writeFile(file, `${lines.join("\n")}\n`))
      yield* run(engine(url, "migrate", "up"))
      yield* run(engine(url, "import", file))
      const { key } = yield* Effect.flatMap(
        run(engine(url, "key", "create", "--kind", "public", "--json")),
        Schema.decodeUnknown(Key)
      )
      const server = yield* startServer(engine(url, "serve", "--port", "0"))
      const path = eventsOf(agendaUid)
      const { text } = yield* ask(server.url + path, { key })
      const { events: items } = yield* readList(text)
      const page = pageOf(text, items.map((item) => JSON.stringify(item)))
      if (page === null) return yield* new UnfitAnswer({ message: "postgres: the items are not the page's bytes" })
      yield* fillPostgresFloor(url, page)
      const bare = yield* startServer({ path: floor, args: [url] })
      const floorPath = `/${items.length}`
      if ((yield* ask(bare.url + floorPath, {})).text !== text) {
        return yield* new UnfitAnswer({ message: "postgres: the floor sends other bytes" })
      }
      return [
        { name: "Postgres floor", round: world.load(bare, [{ path: floorPath, headers: {} }]) },
        { name: "engine", round: world.load(server, [{ path, headers: { key } }]) },
        { name: "engine, anew", round: world.load(server, [{ path: `${path}?anew={seq}`, headers: { key } }]) }
      ]
    }),
  targets: [{ of: "engine", to: "Postgres floor", measure: "perSecond", atLeast: 0.8 }]
}
