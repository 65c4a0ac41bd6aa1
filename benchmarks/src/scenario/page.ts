import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pageOf } from "../floor/FloorFile.js"
import { ask, readList, UnfitAnswer } from "./ask.js"
import type { Contestant, LoadShape, World } from "./World.js"

/** How a floor makes the same answer: kept in memory, rows joined in JavaScript, rows joined by SQLite, one row. */
export type Floor = "constant" | "naive" | "bytes" | "single"

/** The path of an agenda's list. */
export const eventsOf = (agendaUid: number): string => `/v2/agendas/${agendaUid}/events`

/** The path of the list that is asked for where nothing else is said. */
export const listOf = ({ agendas }: World): string => eventsOf(agendas.largest)

const floorNames: Readonly<Record<Floor, string>> = {
  constant: "constant bytes",
  naive: "naive floor",
  bytes: "bytes floor",
  single: "bare single read"
}

/**
 * The floors of one answer, each made sure to answer with those very bytes. `name` is that of the answer in the floors'
 * file.
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
 * A path with a parameter that differs each time and says nothing: the answer is made anew, of a page that the store
 * knows.
 */
export const anew = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}anew={seq}`

/** The engine, asked the same over HTTP again and again. */
export const engineAsked = (world: World, path: string, name = "engine", shape: LoadShape = {}): Contestant => ({
  name,
  round: world.load(world.server, [{ path, headers: world.reading }], shape)
})

const minute_ms = 60_000
const longAgo = DateTime.toEpochMillis(DateTime.unsafeMake("1990-01-01T00:00:00Z"))

/** How many requests there are of those that have to differ. A prime, so that rounds begin at different ones. */
export const different_count = 5_003

/**
 * A list with windows that let everything through and differ each time: nothing is known of it, neither page nor total.
 */
export const sought = (path: string, count = different_count): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => {
    const since = DateTime.formatIso(DateTime.unsafeMake(longAgo + index * minute_ms))
    return `${path}${path.includes("?") ? "&" : "?"}timings[gte]=${since}`
  })

/** The engine, asked for lists of which nothing is known. */
export const engineSeeks = (world: World, path: string, name: string, shape: LoadShape = {}): Contestant => ({
  name,
  round: world.load(world.server, sought(path).map((path) => ({ path, headers: world.reading })), shape)
})

/** One answer of the engine, from memory and made anew, and its floors. */
export const againstFloors =
  (name: string, pathIn: (world: World) => string, floors: ReadonlyArray<Floor>, shape: LoadShape = {}) => (world: World) =>
    Effect.gen(function*() {
      const path = pathIn(world)
      const { text } = yield* ask(world.server.url + path, world.reading)
      return [
        ...(yield* floorsOf(world, name, text, floors, shape)),
        engineAsked(world, path, "engine", shape),
        engineAsked(world, anew(path), "engine, anew", shape)
      ]
    })
