import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Members } from "@agenda-engine/core/services/Members"
import { Networks } from "@agenda-engine/core/services/Networks"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas, type Answer } from "../../world/World.js"
import { main, minute, polledWorld, populate, write } from "../lists/polledWorld.js"

/** All of an answer but what is different each time. */
const wholeOf = ({ headers: { date: _date, "x-request-id": _id, ...headers }, status, text }: Answer) => ({ status, headers, text })

type Polled = Effect.Effect.Success<ReturnType<typeof polledWorld>>

/** Asks until the answer is kept, and says how often was searched for it after that. */
const searchedFor = (world: Polled, path: string, headers: { readonly [name: string]: string }) =>
  Effect.gen(function*() {
    for (const _ of [1, 2]) yield* world.send(path, { headers })
    const before = world.searches.count
    yield* world.send(path, { headers })
    return world.searches.count - before
  })

/** A world with an event whose list is kept. */
const keptList = Effect.gen(function*() {
  const world = yield* polledWorld()
  const { event } = yield* populate(world)
  const headers = world.credentials.ownerless
  const path = `${main}/events`
  expect(yield* searchedFor(world, path, headers)).toBe(0)
  return { world, event, headers, path }
})

const unrestricted = { agendaUids: null, operations: null, expiresAt: null }

describe("a repeated read", () => {
  it.live("has the same response, headers included, without a search", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { event, location } = yield* populate(world)
      for (
        const path of [
          `${main}/events`,
          `${main}/events?size=300&detailed=1`,
          `${main}/events/${event}`,
          `${main}/locations/${location}`,
          `${main}?detailed=1`
        ]
      ) {
        for (const more of [{}, { "accept-encoding": "br" }, { origin: "https://pages.example" }]) {
          const headers = { ...world.credentials.ownerless, ...more, "x-request-id": "mine" }
          const answers: Array<Answer> = []
          for (const _ of [1, 2]) answers.push(yield* world.send(path, { headers }))
          const searches = world.searches.count
          for (const _ of [3, 4]) answers.push(yield* world.send(path, { headers }))
          expect(world.searches.count, path).toBe(searches)
          const [first] = answers
          expect(first?.status, path).toBe(200)
          for (const answer of answers) {
            expect(answer.headers["x-request-id"]).toBe("mine")
            expect(wholeOf(answer), path).toEqual(first === undefined ? undefined : wholeOf(first))
          }
        }
      }
    }).pipe(Effect.scoped))

  it.live("has its own request id each time, and a line in the log", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const ids = new Set<unknown>()
      for (const _ of [1, 2, 3, 4]) {
        ids.add((yield* world.send(`${main}/events`, { headers: world.credentials.ownerless })).headers["x-request-id"])
      }
      expect(ids.size).toBe(4)
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/)
    }).pipe(Effect.scoped))

  it.live("reflects every change of its data", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { event, location } = yield* populate(world)
      const headers = world.credentials.ownerless
      const path = `${main}/events?detailed=1`
      const read = Effect.gen(function*() {
        expect(yield* searchedFor(world, path, headers)).toBe(0)
        return yield* world.send(path, { headers })
      })
      let before = yield* read
      for (
        const change of [
          write(world, `${main}/events/${event}`, "PATCH", { title: "Other" }),
          write(world, `${main}/locations/${location}`, "PATCH", { name: "Elsewhere" }),
          write(world, `${main}/events/ext/n/2`, "PUT", onlineBody),
          world.within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { title: "Renamed" }))),
          write(world, `${main}/events/${event}`, "DELETE")
        ]
      ) {
        yield* change
        const after = yield* world.send(path, { headers })
        expect(after.text).not.toBe(before.text)
        before = yield* read
        expect(before.text).toBe(after.text)
      }
    }).pipe(Effect.scoped))

  it.live("of a search reflects a change of the agenda's synonyms", () =>
    Effect.gen(function*() {
      const { headers, world } = yield* keptList
      const path = `${main}/events?search=audition`
      const before = at((yield* world.send(path, { headers })).body, "total")
      expect(yield* searchedFor(world, path, headers)).toBe(0)
      const settings = { search: { synonyms: [["audition", "concert"]] } }
      yield* world.within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { settings })))
      const after = at((yield* world.send(path, { headers })).body, "total")
      const concerts = at((yield* world.send(`${main}/events?search=concert`, { headers })).body, "total")
      expect([before, after]).toEqual([0, concerts])
      expect(concerts).toBeGreaterThan(0)
    }).pipe(Effect.scoped))

  it.live("of a search reflects a change of the synonyms of the agenda's network", () =>
    Effect.gen(function*() {
      const { headers, world } = yield* keptList
      const path = `${main}/events?search=audition`
      const total = Effect.map(world.send(path, { headers }), ({ body }) => at(body, "total"))
      const network = yield* world.within(Effect.flatMap(Networks, (networks) => networks.create({ title: "Ouest" })))
      yield* world.within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { networkUid: network.uid })))
      expect(yield* total).toBe(0)
      expect(yield* searchedFor(world, path, headers)).toBe(0)
      const related = (synonyms: ReadonlyArray<ReadonlyArray<string>>) =>
        world.within(Effect.flatMap(Networks, (networks) => networks.setSynonyms(network.uid, synonyms)))
      yield* related([["audition", "concert"]])
      const concerts = at((yield* world.send(`${main}/events?search=concert`, { headers })).body, "total")
      expect(concerts).toBeGreaterThan(0)
      expect(yield* total).toBe(concerts)
      yield* related([])
      expect(yield* total).toBe(0)
    }).pipe(Effect.scoped))

  it.live("of one event stays cached while another event of its agenda changes, and reflects every change of its data", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { event, location } = yield* populate(world)
      const headers = world.credentials.ownerless
      const path = `${main}/events/${event}`
      const finds = Effect.gen(function*() {
        const before = world.searches.finds
        const { text } = yield* world.send(path, { headers })
        return { found: world.searches.finds - before, text }
      })
      const keep = Effect.zipRight(Effect.all([finds, finds]), finds)
      const other = yield* write(world, `${main}/events/ext/n/2`, "PUT", onlineBody)
      const otherUid = Number(at(other.body, "event", "uid"))
      let before = yield* keep
      expect(before.found).toBe(0)
      yield* write(world, `${main}/events/${otherUid}`, "PATCH", { title: "Other" })
      expect(yield* finds).toEqual(before)
      yield* write(world, `${main}/events/${otherUid}`, "DELETE")
      expect(yield* finds).toEqual(before)
      for (
        const change of [
          write(world, path, "PATCH", { title: "Mine" }),
          write(world, `${main}/locations/${location}`, "PATCH", { name: "Elsewhere" }),
          write(world, path, "DELETE")
        ]
      ) {
        yield* change
        const after = yield* finds
        expect(after.found).toBeGreaterThan(0)
        expect(after.text).not.toBe(before.text)
        before = yield* keep
        expect(before.text).toBe(after.text)
      }
    }).pipe(Effect.scoped))

  it.live("is computed once for all concurrent requests after a change", () =>
    Effect.gen(function*() {
      const { event, headers, path, world } = yield* keptList
      yield* write(world, `${main}/events/${event}`, "PATCH", { title: "Other" })
      world.searches.time_ms = 300
      const before = world.searches.count
      const answers = yield* Effect.all(Array.from({ length: 20 }, () => world.send(path, { headers })), { concurrency: "unbounded" })
      expect(world.searches.count - before).toBe(1)
      for (const { body } of answers) expect(at(body, "events", 0, "title", "fr")).toBe("Other")
    }).pipe(Effect.scoped))

  it.live("reflects writes before the request, whatever is being computed", () =>
    Effect.gen(function*() {
      const { event, headers, path, world } = yield* keptList
      for (const title of ["One", "Two", "Three"]) {
        yield* write(world, `${main}/events/${event}`, "PATCH", { title: `${title}, earlier` })
        world.searches.time_ms = 300
        const others = yield* Effect.fork(
          Effect.all(Array.from({ length: 5 }, () => world.send(path, { headers })), { concurrency: "unbounded" })
        )
        yield* Effect.sleep(100)
        yield* write(world, `${main}/events/${event}`, "PATCH", { title })
        expect(at((yield* world.send(path, { headers })).body, "events", 0, "title", "fr")).toBe(title)
        yield* Fiber.join(others)
      }
    }).pipe(Effect.scoped))

  it.live("is computed by a waiting request when the first one fails", () =>
    Effect.gen(function*() {
      const { event, headers, path, world } = yield* keptList
      yield* write(world, `${main}/events/${event}`, "PATCH", { title: "Other" })
      world.searches.time_ms = 300
      const gone = yield* Effect.fork(world.send(path, { headers }))
      yield* Effect.sleep(100)
      const waiting = yield* Effect.fork(world.send(path, { headers }))
      yield* Effect.sleep(50)
      yield* Fiber.interrupt(gone)
      expect(at((yield* Fiber.join(waiting)).body, "events", 0, "title", "fr")).toBe("Other")
    }).pipe(Effect.scoped))

  it.live("is refused as soon as its key is revoked, expires or loses the right", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      yield* populate(world)
      const path = `${main}/events`
      const made = (draft: object = {}) =>
        world.within(Effect.flatMap(Keys, (keys) => keys.create({ ...unrestricted, kind: "public", ownerUid: null, ...draft })))
      const status = (headers: { readonly [name: string]: string }) => Effect.map(world.send(path, { headers }), ({ status }) => status)

      const revoked = yield* made()
      expect(yield* searchedFor(world, path, { key: revoked.key })).toBe(0)
      yield* world.within(Effect.flatMap(Keys, (keys) => keys.revoke(revoked.id)))
      expect(yield* status({ key: revoked.key })).toBe(403)

      const ends = world.clock.now + minute
      const ending = yield* made({ expiresAt: ends })
      expect(yield* searchedFor(world, path, { key: ending.key })).toBe(0)
      world.clock.now = ends - 1
      expect(yield* status({ key: ending.key })).toBe(200)
      world.clock.now = ends
      expect(yield* status({ key: ending.key })).toBe(403)

      const { contributorToken, ownerless } = world.credentials
      expect(yield* searchedFor(world, path, ownerless)).toBe(0)
      expect(yield* searchedFor(world, path, contributorToken)).toBe(0)
      yield* world.within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { private: true })))
      expect(yield* status(ownerless)).toBe(403)
      expect(yield* status(contributorToken)).toBe(200)
      expect(yield* searchedFor(world, path, contributorToken)).toBe(0)
      yield* world.within(Effect.flatMap(Members, (members) => members.remove(agendas.main, world.uids.contributor)))
      expect(yield* status(contributorToken)).toBe(403)
    }).pipe(Effect.scoped))

  it.live("ends with its token", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const path = `${main}/events`
      const { body } = yield* world.send("/v2/requestAccessToken", {
        method: "POST",
        body: { grant_type: "client_credentials", code: world.secrets.administrator }
      })
      const token = { "access-token": String(at(body, "access_token")) }
      const ends = world.clock.now + Number(at(body, "expires_in")) * 1_000
      world.clock.now = ends - 1
      expect(yield* searchedFor(world, path, token)).toBe(0)
      world.clock.now = ends
      expect((yield* world.send(path, { headers: token })).status).toBe(401)
    }).pipe(Effect.scoped))

  it.live("is cached per credential: what a key may see stays with it", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      yield* populate(world)
      const path = `${main}/events?detailed=1`
      const moderator = world.credentials.moderatorToken
      expect(yield* searchedFor(world, path, moderator)).toBe(0)
      const shown = yield* world.send(path, { headers: moderator })
      expect(at(shown.body, "events", 0, "stateHistory")).toBeDefined()
      for (const headers of [world.credentials.ownerless, world.credentials.strangerKey]) {
        for (const _ of [1, 2, 3]) {
          expect(at((yield* world.send(path, { headers })).body, "events", 0, "stateHistory")).toBeUndefined()
        }
      }
      expect((yield* world.send(path, { headers: world.credentials.unknownKey })).status).toBe(403)
      expect((yield* world.send(path)).status).toBe(401)
    }).pipe(Effect.scoped))

  it.live("records the use of its key", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { id, key } = yield* world.within(
        Effect.flatMap(Keys, (keys) => keys.create({ ...unrestricted, kind: "public", ownerUid: null }))
      )
      expect(yield* searchedFor(world, `${main}/events`, { key })).toBe(0)
      world.clock.now += 5 * minute
      const before = world.searches.count
      yield* world.send(`${main}/events`, { headers: { key } })
      expect(world.searches.count).toBe(before)
      const used = Effect.map(
        world.within(Effect.flatMap(Keys, (keys) => keys.list)),
        (keys) => keys.find((one) => one.id === id)?.lastUsedAt
      )
      expect(yield* Effect.repeat(used, { until: (at) => at === world.clock.now, times: 100 })).toBe(world.clock.now)
    }).pipe(Effect.scoped))

  it.live("is computed each time when no response may be cached", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld({ responseCache_bytes_max: 0 })
      const { event } = yield* populate(world)
      const { finds } = world.searches
      for (const _ of [1, 2, 3]) yield* world.send(`${main}/events/${event}`, { headers: world.credentials.ownerless })
      expect(world.searches.finds - finds).toBe(3)
    }).pipe(Effect.scoped))

  it.live("stays cached whatever is refused beside it", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld({ responseCache_bytes_max: 4_000 })
      const path = `${main}/events?size=0`
      expect(yield* searchedFor(world, path, world.credentials.ownerless)).toBe(0)
      for (let index = 0; index < 10; index++) {
        const refused = yield* world.send(`${main}/events?size=${index}`, { headers: world.credentials.unknownKey })
        expect(refused.status).toBe(403)
      }
      const before = world.searches.count
      yield* world.send(path, { headers: world.credentials.ownerless })
      expect(world.searches.count).toBe(before)
    }).pipe(Effect.scoped))

  it.live("is computed each time when it depends on the exact instant", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { event } = yield* populate(world)
      const ats = yield* Effect.forEach([1, 2, 3, 4], () => {
        world.clock.now += 1_000
        return Effect.map(
          world.send(`${main}/events/${event}?explain=1`, { headers: world.credentials.moderatorToken }),
          ({ body }) => at(body, "explain", "at")
        )
      })
      expect(new Set(ats).size).toBe(4)
    }).pipe(Effect.scoped))
})
