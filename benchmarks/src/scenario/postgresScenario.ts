import * as Effect from "effect/Effect"
import { fileURLToPath } from "node:url"
import { Client } from "pg"
import { copyToPostgres } from "../data/copyToPostgres.js"
import { agendaUid } from "../data/plainEvents.js"
import { unevenAgendas } from "../data/unevenAgendas.js"
import { type FloorPage, pageOf } from "../floor/FloorFile.js"
import { run, startServer } from "../process/NodeProcess.js"
import { startPostgres } from "../process/startPostgres.js"
import { ask, readList, UnfitAnswer } from "./ask.js"
import { mixedRequests } from "./mixedRequests.js"
import { oneAndTwo } from "./oneAndTwo.js"
import { coldPaths, eventsOf, uncached } from "./page.js"
import type { Scenario } from "./Scenario.js"
import { askToken, type Contestant, type World } from "./World.js"

/** Writes a page into tables of their own, for the floor on Postgres to read. */
const fillPostgresFloor = (connectionString: string, { after, before, items }: FloorPage): Effect.Effect<void> =>
  Effect.promise(async () => {
    const client = new Client({ connectionString })
    await client.connect()
    await client.query("create table floor_item (rank integer primary key, json text not null)")
    await client.query("create table floor_envelope (before text not null, after text not null)")
    for (const [rank, json] of items.entries()) await client.query("insert into floor_item values ($1, $2)", [rank, json])
    await client.query("insert into floor_envelope values ($1, $2)", [before, after])
    await client.query("analyze")
    await client.end()
  })

const floor = fileURLToPath(new URL("../floor/postgresFloor.js", import.meta.url))

const worstOf_requests = 1_000

/** Windows by which each agenda is asked: more than all rounds ask. */
const windows_count = 1_009

/** Postgres with the rows and the keys of the data. */
const fillPostgres = Effect.fnUntraced(function*({ engine, seeded }: World) {
  const url = yield* startPostgres
  yield* run(engine.command(url, "migrate", "up"))
  yield* copyToPostgres(seeded, url)
  return url
})

/** The default list, on Postgres. */
export const postgresScenario: Scenario = {
  name: "postgres",
  title: "on Postgres: the default list of 20, lists of agendas of 20 to 10 000 events one at a time, two server processes against one",
  on: ["small"],
  asked: "all",
  prepare: (world) =>
    Effect.gen(function*() {
      const { reading, secretKey } = world
      const url = yield* fillPostgres(world)
      const serve = world.engine.command(url, "serve", "--port", "0")
      const server = yield* startServer(serve)
      const second = yield* startServer(serve)
      const path = eventsOf(agendaUid)
      const { text } = yield* ask(server.url + path, reading)
      const { events: items } = yield* readList(text)
      const page = pageOf(text, items.map((item) => JSON.stringify(item)))
      if (page === null) return yield* new UnfitAnswer({ message: "postgres: the items are not the page's bytes" })
      yield* fillPostgresFloor(url, page)
      const bare = yield* startServer({ path: floor, args: [url] })
      const floorPath = `/${items.length}`
      if ((yield* ask(bare.url + floorPath, {})).text !== text) {
        return yield* new UnfitAnswer({ message: "postgres: the floor sends other bytes" })
      }
      const writing = { "access-token": yield* askToken(server.url, secretKey) }
      const lists = [agendaUid, ...unevenAgendas.map(({ uid }) => uid)].map((uid) => coldPaths(eventsOf(uid), windows_count))
        // One of each agenda in turn.
        .reduce<ReadonlyArray<ReadonlyArray<string>>>((rows, paths) => paths.map((path, index) => [...(rows[index] ?? []), path]), [])
        .flat().map((path) => ({ path, headers: reading }))
      const oneByOne = (requests_max: number) => world.load(server, lists, { connections: 1, requests_max })
      const contestants: ReadonlyArray<Contestant> = [
        { name: "Postgres floor", isFloor: true, round: world.load(bare, [{ path: floorPath, headers: {} }]) },
        { name: "engine", round: world.load(server, [{ path, headers: reading }]) },
        { name: "engine, uncached", round: world.load(server, [{ path: uncached(path), headers: reading }]) },
        { name: "worst of 1 000", warmUp: oneByOne(worstOf_requests), round: oneByOne(worstOf_requests) },
        ...oneAndTwo({ ...world, writing }, server, second, (yield* mixedRequests({ reading, writing }, server)).all)
      ]
      return contestants
    }),
  targets: [
    { what: "default list on Postgres", of: "engine", to: "Postgres floor", answers: "cached", measure: "perSecond", atLeast: 0.8 },
    {
      what: "worst of 1 000 calls on uneven agendas on Postgres",
      of: "worst of 1 000",
      answers: "uncached",
      measure: "max_ms",
      atMost: 50
    },
    {
      what: "two server processes on one Postgres",
      of: "two processes",
      to: "one process",
      answers: "cached",
      measure: "cpu_us",
      atMost: 1.1
    }
  ]
}
