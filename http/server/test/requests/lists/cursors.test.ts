import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas, type Answer, make, worldNow } from "../../world/World.js"

const main = `/v2/agendas/${agendas.main}`
const minute = 60_000
const day = 1_440 * minute

/** A world with events of an hour, so many milliseconds from its first instant, and a clock that can be put on. */
const worldWith = (...begins: ReadonlyArray<number>) =>
  Effect.gen(function*() {
    const clock = { now: worldNow }
    const world = yield* make(MemoryStores.layer, { now: () => clock.now })
    for (const [index, begin] of begins.entries()) {
      const timings = [{ begin: formatUtc(worldNow + begin), end: formatUtc(worldNow + begin + 60 * minute) }]
      const answer = yield* world.send(`${main}/events/ext/n/${index}`, {
        method: "PUT",
        body: { ...onlineBody, timings },
        headers: world.credentials.administratorToken
      })
      expect(answer.status, answer.text).toBe(200)
    }
    const get = (path: string) => world.send(path, { headers: world.credentials.ownerless })
    const remove = (index: number) =>
      world.send(`${main}/events/ext/n/${index}`, { method: "DELETE", headers: world.credentials.administratorToken })
    return { clock, get, remove }
  })

const afterOf = ({ body, text }: Answer): ReadonlyArray<string> => {
  const after = at(body, "after")
  expect(Array.isArray(after), text).toBe(true)
  return Array.isArray(after) ? after.map(String) : []
}

const written = (after: ReadonlyArray<string>): string => after.map((value) => `&after[]=${encodeURIComponent(value)}`).join("")

describe("the instant in a cursor", () => {
  it.live("is refused when no page can have been made at it, whatever the request", () =>
    Effect.gen(function*() {
      const { get } = yield* worldWith(day, 2 * day)
      const facets = "&aggs[]=eventsByDateRanges&aggs[]=timings&aggs[]=relative&relative=upcoming&includeSort=1"
      for (const path of [`${main}/events?size=1${facets}`, `/v2/events?size=1${facets}`]) {
        const after = afterOf(yield* get(path))
        const [, ...sorts] = String(after.at(-1)).split(".").slice(1)
        const uid = String(after.at(-1)).split(".")[0]
        const asOf = (instant: number) => get(`${path}${written([...after.slice(0, -1), [uid, instant, ...sorts].join(".")])}`)
        for (const instant of [0, 1, worldNow, worldNow + minute, 221_845_392_000_000]) {
          const answer = yield* asOf(instant)
          expect(answer.status, `${path} as of ${instant}: ${answer.text}`).toBe(200)
        }
        for (const instant of [221_845_392_000_001, 253_402_300_800_000, Number.MAX_SAFE_INTEGER, -1, Number.MIN_SAFE_INTEGER]) {
          const answer = yield* asOf(instant)
          expect(answer.status, `${path} as of ${instant}: ${answer.text}`).toBe(400)
          expect(at(answer.body, "errors")).toMatchObject([{ code: "cursor.invalid", field: "after" }])
        }
      }
    }).pipe(Effect.scoped))
})

describe("a page after a cursor", () => {
  it.live("is found when its as-of caches are gone, and shows the current next slot", () =>
    Effect.gen(function*() {
      const { clock, get, remove } = yield* worldWith(5 * minute, 2 * day, 3 * day)
      clock.now = worldNow + 7 * minute
      const paths = [`${main}/events?size=2&includeFields=nextTiming`, "/v2/events?size=2&includeFields=nextTiming"]
      const seconds = yield* Effect.forEach(paths, (path) => Effect.map(get(path), (first) => path + written(afterOf(first))))
      const expectNext = (begin: string | null) =>
        Effect.forEach(seconds, (path) =>
          Effect.map(get(path), ({ body, status, text }) =>
            expect([status, at(body, "events", 0, "nextTiming", "begin") ?? null], text).toEqual([200, begin])))
      yield* expectNext("2025-06-18T17:06:40+02:00")
      yield* remove(0)
      yield* expectNext("2025-06-18T17:06:40+02:00")
      clock.now = worldNow + 3 * day + 60 * minute
      yield* expectNext(null)
    }).pipe(Effect.scoped))
})

describe("a list from today on", () => {
  for (
    const [label, filter, midnight] of [
      ["of UTC", "timings[gte]=today", 1_750_032_000_000], // 2025-06-16T00:00:00Z
      ["of a zone", "timings[gte]=today&timings[tz]=Europe/Paris", 1_750_024_800_000], // 2025-06-15T22:00:00Z
      ["that ends today", "createdAt[gte]=2025-01-01&timings[0][gte]=today&timings[0][lte]=2025-06-30", 1_750_032_000_000]
    ] as const
  ) {
    it.live(`${label} continues after midnight as of its first page`, () =>
      Effect.gen(function*() {
        const hour = 60 * minute
        // Two begin on the first day and have ended by midnight, three begin after.
        const { clock, get } = yield* worldWith(hour, 2 * hour, 12 * hour, day, 2 * day)
        for (const path of [`${main}/events?size=1&includeFields=uid&${filter}`, `/v2/events?size=1&includeFields=uid&${filter}`]) {
          clock.now = midnight - 1
          const first = yield* get(path)
          const pages = [first]
          clock.now = midnight
          for (let page = first; at(page.body, "after") !== null;) {
            page = yield* get(path + written(afterOf(page)))
            pages.push(page)
          }
          expect(pages.map(({ body }) => at(body, "total")), path).toEqual([5, 5, 5, 5, 5])
          expect(new Set(pages.map(({ body }) => at(body, "events", 0, "uid"))).size).toBe(5)
          expect(at((yield* get(path)).body, "total")).toBe(3)
        }
      }).pipe(Effect.scoped))
  }
})
