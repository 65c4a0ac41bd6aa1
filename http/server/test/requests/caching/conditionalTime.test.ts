import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas, type Answer, type World, worldNow } from "../../world/World.js"
import { again, main, minute, polledWorld, write } from "../lists/polledWorld.js"

describe("a summary", () => {
  it.live("is counted again when an event is no longer recent", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      yield* write(world, `${main}/events/ext/n/1`, "PUT", onlineBody)
      const leaves = worldNow - worldNow % (15 * minute) + (30 * 1_440 + 15) * minute
      let before = yield* world.send(main, { headers: world.credentials.ownerless })
      const changes: Array<number> = []
      for (const passed of [-20 * minute, -minute, -1, 0, 1, minute]) {
        world.clock.now = leaves + passed
        for (const _ of [1, 2, 3]) {
          const plain = yield* world.send(main, { headers: world.credentials.ownerless })
          const conditional = yield* again(world, main, before)
          expect(conditional.headers.etag, String(passed)).toBe(plain.headers.etag)
          expect(conditional.status, String(passed)).toBe(plain.text === before.text ? 304 : 200)
          const added = (answer: Answer) => at(answer.body, "summary", "recentlyAddedEvents", "contribution")
          if (added(plain) !== added(before)) changes.push(passed)
          before = plain
        }
      }
      expect(changes).toEqual([0])
    }).pipe(Effect.scoped))
})

describe("a first page", () => {
  it.live("has the same cursor in every process, and the cursor continues the list exactly", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      for (let index = 1; index <= 5; index++) {
        const day = `2025-06-${String(15 + index)}`
        const timings = [{ begin: `${day}T19:00:00Z`, end: `${day}T20:00:00Z` }]
        yield* write(world, `${main}/events/ext/n/${index}`, "PUT", { ...onlineBody, timings })
      }
      const across = "/v2/events?size=2&includeFields=uid"
      const path = `${main}/events?size=2&includeFields=uid`
      const firstAcross = yield* world.send(across, { headers: world.credentials.ownerless })
      expect(at(firstAcross.body, "after")).not.toBeNull()
      const first = yield* world.send(path, { headers: world.credentials.ownerless })
      world.clock.now += 2 * minute
      const later = yield* world.send(path, { headers: world.credentials.ownerless })
      expect(later.text).toBe(first.text)
      expect((yield* again(world, across, firstAcross)).status).toBe(304)
      const uids = new Set<unknown>()
      for (let body = later.body; body !== undefined;) {
        for (const index of [0, 1]) if (at(body, "events", index) !== undefined) uids.add(at(body, "events", index, "uid"))
        const after = at(body, "after")
        if (!Array.isArray(after)) break
        const cursor = after.map((value) => `&after[]=${encodeURIComponent(String(value))}`).join("")
        body = (yield* world.send(path + cursor, { headers: world.credentials.ownerless })).body
      }
      expect(uids.size).toBe(5)
    }).pipe(Effect.scoped))

  it.live("reveals nothing in its cursor about events that the reader may not see", () =>
    Effect.gen(function*() {
      const quarter = worldNow - worldNow % (15 * minute)
      const put = (world: World, agendaUid: number, name: string, from: number, more: object = {}) =>
        Effect.gen(function*() {
          const answer = yield* world.send(`/v2/agendas/${agendaUid}/events/ext/n/${name}`, {
            method: "PUT",
            headers: world.credentials.administratorToken,
            body: {
              ...onlineBody,
              timings: [{ begin: formatUtc(quarter + from * minute), end: formatUtc(quarter + (from + 60) * minute) }],
              ...more
            }
          })
          expect(answer.status, answer.text).toBe(200)
        })
      const filled = (hidden: boolean) =>
        Effect.gen(function*() {
          const world = yield* polledWorld()
          for (const day of [1, 2, 3]) yield* put(world, agendas.main, String(day), day * 1_440)
          yield* put(world, agendas.private, "1", 1_440)
          yield* put(world, agendas.private, "2", 2_880)
          if (!hidden) return world
          for (const [index, state] of [-1, 0, 1].entries()) yield* put(world, agendas.main, `hidden${state}`, index + 1, { state })
          yield* put(world, agendas.private, "hidden", 4, { state: 1 })
          yield* put(world, agendas.private, "now", 5)
          yield* put(world, agendas.unindexed, "now", 5.5)
          return world
        })
      const without = yield* filled(false)
      const withHidden = yield* filled(true)
      const lists = [
        [`${main}/events?size=1`, "ownerless", null],
        [`${main}/events?size=1`, "agendaKey", null],
        [`${main}/events?size=1`, "contributorToken", null],
        ["/v2/events?size=1", "ownerless", null],
        ["/v2/events?size=1", "administratorToken", null],
        ["/v2/events?size=1", "agendaKey", null],
        [`${main}/events?size=1`, "moderatorToken", quarter + 3 * minute]
      ] as const
      for (const [path, as, moved] of lists) {
        const asOf = (world: World) =>
          Effect.map(world.send(path, { headers: world.credentials[as] }), (page) => {
            const after = at(page.body, "after")
            expect(Array.isArray(after), `${path}: ${page.text}`).toBe(true)
            return String(Array.isArray(after) ? after.at(-1) : "").split(".")[1]
          })
        expect(yield* asOf(without), `${path} as ${as}`).toBe(String(quarter))
        expect(yield* asOf(withHidden), `${path} as ${as}`).toBe(String(moved ?? quarter))
      }
    }).pipe(Effect.scoped))
})
