import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pageOf } from "../floor/FloorFile.js"
import { ask, readList, UnfitAnswer } from "./ask.js"
import type { Contestant, LoadShape, World } from "./World.js"

/** How a floor makes the same response: from memory, rows joined in JavaScript, rows joined by SQLite, one row. */
export type Floor = "constant" | "naive" | "bytes" | "single"

/** The path of an agenda's list. */
export const eventsOf = (agendaUid: number): string => `/v2/agendas/${agendaUid}/events`

/** The path of the default list. */
export const listOf = ({ agendas }: World): string => eventsOf(agendas.largest)

const floorNames: Readonly<Record<Floor, string>> = {
  constant: "constant bytes",
  naive: "naive floor",
  bytes: "bytes floor",
  single: "bare single read"
}

/**
 * The floors of one response, each verified to send the same bytes. `name` identifies the response in the floors' file.
 */
export const floorsOf = Effect.fnUntraced(function*(
  world: World,
  name: string,
  text: string,
  floors: ReadonlyArray<Floor>,
  shape: LoadShape = {}
) {
  world.floorFile.putWhole(name, text)
  let size = 1
  if (floors.includes("naive") || floors.includes("bytes")) {
    const { events } = yield* readList(text)
    const page = pageOf(text, events.map((event) => JSON.stringify(event)))
    if (page === null) return yield* new UnfitAnswer({ message: `${name}: the items are not the page's bytes` })
    world.floorFile.putPage(name, page)
    size = events.length
  }
  return yield* Effect.forEach(floors, (floor) =>
    Effect.gen(function*() {
      const path = `/${floor}/${name}/${size}`
      const answered = yield* ask(world.floor.url + path, {})
      if (answered.text !== text) return yield* new UnfitAnswer({ message: `${name}: the ${floorNames[floor]} sends other bytes` })
      const contestant: Contestant = {
        name: floorNames[floor],
        isFloor: true,
        round: world.load(world.floor, [{ path, headers: {} }], shape)
      }
      return contestant
    }))
})

/**
 * Adds an ignored parameter whose value differs in each request. The request misses the response cache, and the page
 * comes from the engine's search cache.
 */
export const uncached = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}uncached={seq}`

/** The engine over HTTP, with the same request each time. */
export const engineAsked = (world: World, path: string, name = "engine", shape: LoadShape = {}): Contestant => ({
  name,
  round: world.load(world.server, [{ path, headers: world.reading }], shape)
})

const minute_ms = 60_000
const longAgo = DateTime.toEpochMillis(DateTime.unsafeMake("1990-01-01T00:00:00Z"))

/** Number of different requests. A prime, so that rounds begin at different ones. */
export const different_count = 5_003

/**
 * A list with time windows that match everything and differ each time: neither its page nor its total is cached.
 */
export const coldPaths = (path: string, count = different_count): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => {
    const since = DateTime.formatIso(DateTime.unsafeMake(longAgo + index * minute_ms))
    return `${path}${path.includes("?") ? "&" : "?"}timings[gte]=${since}`
  })

/** The engine, with cold lists. */
export const engineCold = (world: World, path: string, name: string, shape: LoadShape = {}): Contestant => ({
  name,
  round: world.load(world.server, coldPaths(path).map((path) => ({ path, headers: world.reading })), shape)
})

/** One response of the engine, cached and uncached, and its floors. */
export const againstFloors =
  (name: string, pathIn: (world: World) => string, floors: ReadonlyArray<Floor>, shape: LoadShape = {}) => (world: World) =>
    Effect.gen(function*() {
      const path = pathIn(world)
      const { text } = yield* ask(world.server.url + path, world.reading)
      return [
        ...(yield* floorsOf(world, name, text, floors, shape)),
        engineAsked(world, path, "engine", shape),
        engineAsked(world, uncached(path), "engine, uncached", shape)
      ]
    })
