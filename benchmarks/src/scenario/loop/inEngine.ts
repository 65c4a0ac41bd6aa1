import { eventsOf, uncached } from "../page.js"
import type { Contestant, World } from "../World.js"
import type { Loop } from "./startLoop.js"

/** Query strings that are asked for in turn. */
export type Queries = readonly [string, ...Array<string>]

/** More different query strings than are asked in all rounds, but of the very fastest. */
const varied_count = 10_000

/** Queries that differ from each other. */
export const varied = (write: (index: number) => string): Queries => [
  write(0),
  ...Array.from({ length: varied_count }, (_, index) => write(index + 1))
]

/**
 * Lists of an agenda in a process with the engine, no HTTP between, after a first round that is not counted. `selects`:
 * see `ReadRound`.
 */
export const inEngine = (world: World, loop: Loop, name: string, agendaUid: number, queries: Queries, selects: boolean): Contestant => {
  const { measure_ms, warmUp_ms } = world.settings
  const round = loop.round({ task: "list", agendaUid, queries, selects, cold: false, warmUp_ms, measure_ms })
  return { name, warmUp: round, round }
}

/** The same list of an agenda in such a process, each behind a write to the agenda. */
export const coldInEngine = (world: World, loop: Loop, name: string, agendaUid: number, query: string): Contestant => {
  const { measure_ms, warmUp_ms } = world.settings
  const round = loop.round({ task: "list", agendaUid, queries: [query], selects: false, cold: true, warmUp_ms, measure_ms })
  return { name, warmUp: round, round }
}

/**
 * The same lists over HTTP, uncached, one after the other as in the engine: more would queue for longer than
 * a round lasts.
 */
export const overHttp = (world: World, name: string, agendaUid: number, queries: Queries): Contestant => ({
  name: `${name}, HTTP`,
  round: world.load(
    world.server,
    queries.map((query) => ({ path: uncached(`${eventsOf(agendaUid)}?${query}`), headers: world.reading })),
    { connections: 1 }
  )
})
