import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Members } from "@agenda-engine/core/services/Members"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Net from "node:net"
import { onlineBody } from "../world/bodies.js"
import { agendas, type Answer, at, type World } from "../world/World.js"
import { main, minute, polledWorld, populate, write } from "./polledWorld.js"

type Headers = { readonly [name: string]: string }
type Polled = Effect.Effect.Success<ReturnType<typeof polledWorld>>

let asked = 0

/** All of an answer but what is different each time. */
const wholeOf = ({ headers: { date: _date, ...headers }, status, text }: Answer) => ({ status, headers, text })

/** Asks what was not asked before: by the path as it is written mostly, and as only the route takes it. */
const both = (world: World, query: string, headers: Headers) =>
  Effect.gen(function*() {
    asked++
    const named = { headers: { ...headers, "x-request-id": "mine" } }
    const route = wholeOf(yield* world.send(`${main}/events/?${query}&n=${asked}`, named))
    const list = wholeOf(yield* world.send(`${main}/events?${query}&n=${asked}`, named))
    expect(list, query).toEqual(route)
    return route
  })

/**
 * Whether a list that was not asked for before is made without looking for turns, as it is where the entrance is known.
 */
const isQuick = (world: Polled, headers: Headers) =>
  Effect.gen(function*() {
    const before = world.searches.turns
    yield* world.send(`${main}/events?q=${asked++}`, { headers })
    return world.searches.turns === before
  })

const enter = (world: Polled, headers: Headers) =>
  Effect.gen(function*() {
    yield* isQuick(world, headers)
    expect(yield* isQuick(world, headers)).toBe(true)
  })

/** Opens a connection, and gives how to ask on it; it says when it is answered, and ends with the scope. */
const connection = (port: number, headers: Headers, answered: () => void) =>
  Effect.acquireRelease(
    Effect.async<Net.Socket>((resume) => {
      const socket = Net.connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
      socket.once("data", answered)
    }),
    (socket) => Effect.sync(() => socket.destroy())
  ).pipe(Effect.map((socket) => (path: string) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("")
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n${lines}\r\n`)
  }))

const makeKey = (world: Polled, draft: object = {}) =>
  world.within(
    Effect.flatMap(Keys, (keys) =>
      keys.create({ kind: "public", ownerUid: null, agendaUids: null, operations: null, expiresAt: null, ...draft }))
  )

const queries = [
  "",
  "size=1",
  "from=1&size=1",
  "detailed=1",
  "includeFields[]=uid&includeFields[]=title.fr&includeFields[]=timings.begin&includeFields[]=location",
  "monolingual=fr&includeLabels=1&longDescriptionFormat=HTML&detailed=1",
  "relative[]=upcoming&includeSort=1&sort=updatedAt.desc",
  "search=concert&threshold=auto",
  "timings[gte]=today",
  "removed=null",
  "aggregations[]=cities&aggregations[]=keywords&size=0",
  "state=1",
  "state[]=0&state[]=2",
  "size=100000",
  "includeFields[]=title.colour",
  "after[]=nonsense",
  "key=unknown"
]

describe("a list of a caller with a cached authorization", () => {
  it.live("equals the response of the route, for every request and caller", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { event } = yield* populate(world)
      yield* write(world, `${main}/events/ext/n/2`, "PUT", { ...onlineBody, state: 1 })
      yield* write(world, `${main}/events/ext/n/3`, "PUT", { ...onlineBody, title: { fr: "Un concert" } })
      const { administratorToken, agendaKey, contributorKey, moderatorKey, moderatorToken, ownerless, strangerKey } = world.credentials
      for (const headers of [ownerless, moderatorToken]) {
        yield* enter(world, headers)
        for (const query of queries) yield* both(world, query, headers)
      }
      for (const headers of [agendaKey, strangerKey, contributorKey, moderatorKey, administratorToken]) {
        yield* enter(world, headers)
        for (const query of ["state[]=0&state[]=2", "detailed=1"]) yield* both(world, query, headers)
      }
      for (const more of [{ "accept-encoding": "br" }, { origin: "https://pages.example" }, { accept: "application/problem+json" }]) {
        for (const query of ["detailed=1", "size=100000"]) yield* both(world, query, { ...ownerless, ...more })
      }
      const { headers: { etag }, status } = yield* both(world, "size=1", ownerless)
      expect(status).toBe(200)
      expect((yield* both(world, "size=1", { ...ownerless, "if-none-match": String(etag) })).status).toBe(304)
      const after = at((yield* world.send(`${main}/events?size=1`, { headers: ownerless })).body, "after")
      const cursor = Array.isArray(after) ? after.map((part) => `after[]=${encodeURIComponent(String(part))}`).join("&") : ""
      expect((yield* both(world, `size=1&${cursor}`, ownerless)).text).not.toContain(event)
      expect(yield* isQuick(world, ownerless)).toBe(true)
    }).pipe(Effect.scoped))

  it.live("reflects every change of the agenda and of the caller", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { event } = yield* populate(world)
      const headers = world.credentials.moderatorKey
      for (
        const change of [
          write(world, `${main}/events/${event}`, "PATCH", { title: "Other" }),
          write(world, `${main}/events/ext/n/2`, "PUT", { ...onlineBody, state: 1 }),
          world.within(Effect.flatMap(Agendas, (all) =>
            all.update(agendas.main, { title: "Renamed", settings: { contribution: { defaultLang: "en" } } }))),
          write(world, `${main}/events/${event}`, "DELETE"),
          world.within(Effect.flatMap(Members, (members) =>
            members.remove(agendas.main, world.uids.moderator)))
        ]
      ) {
        yield* enter(world, headers)
        const before = yield* both(world, "state[]=1&state[]=2&detailed=1", headers)
        yield* change
        const after = yield* both(world, "state[]=1&state[]=2&detailed=1", headers)
        expect(after.text).not.toBe(before.text)
      }
    }).pipe(Effect.scoped))

  it.live("is refused once the key is revoked or expires, the token expires, or the reader has left a private agenda", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      yield* populate(world)
      const made = yield* makeKey(world)
      yield* enter(world, { key: made.key })
      yield* world.within(Effect.flatMap(Keys, (keys) => keys.revoke(made.id)))
      expect((yield* both(world, "", { key: made.key })).status).toBe(403)

      const ends = world.clock.now + minute
      const { key } = yield* makeKey(world, { expiresAt: ends })
      yield* enter(world, { key })
      world.clock.now = ends - 1
      expect((yield* both(world, "", { key })).status).toBe(200)
      world.clock.now = ends
      expect((yield* both(world, "", { key })).status).toBe(403)

      const { contributorToken } = world.credentials
      yield* world.within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { private: true })))
      yield* enter(world, contributorToken)
      yield* world.within(Effect.flatMap(Members, (members) => members.remove(agendas.main, world.uids.contributor)))
      expect((yield* both(world, "", contributorToken)).status).toBe(403)

      const code = world.secrets.administrator
      const { body } = yield* world.send("/v2/requestAccessToken", { method: "POST", body: { grant_type: "client_credentials", code } })
      const token = { "access-token": String(at(body, "access_token")) }
      yield* enter(world, token)
      world.clock.now += Number(at(body, "expires_in")) * 1_000
      expect((yield* both(world, "", token)).status).toBe(401)
    }).pipe(Effect.scoped))

  it.live("is authorized per agenda: the authorization of one agenda is not used for another", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { agendaKey } = world.credentials
      yield* enter(world, agendaKey)
      expect((yield* world.send(`/v2/agendas/${agendas.other}/events`, { headers: agendaKey })).status).toBe(403)
      expect(yield* isQuick(world, agendaKey)).toBe(true)
    }).pipe(Effect.scoped))

  it.live("is left to the route when nothing may be cached", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld({ responseCache_bytes_max: 0 })
      const { ownerless } = world.credentials
      const before = world.searches.turns
      for (const _ of [1, 2, 3]) yield* both(world, "", ownerless)
      expect(world.searches.turns - before).toBe(6)
    }).pipe(Effect.scoped))

  it.live("does not block concurrent requests", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      yield* populate(world)
      const { ownerless } = world.credentials
      yield* enter(world, ownerless)
      const kept = `${main}/events?size=1`
      for (const _ of [1, 2]) yield* world.send(kept, { headers: { ...ownerless, host: "a" } })
      const order: Array<string> = []
      const first = yield* connection(world.port, ownerless, () => order.push("a list"))
      const second = yield* connection(world.port, ownerless, () => order.push("another"))
      const third = yield* connection(world.port, ownerless, () => order.push("kept"))
      world.searches.time_ms = 500
      first(`${main}/events?search=concert`)
      second(`${main}/events?size=nothing`)
      third(kept)
      yield* Effect.repeat(Effect.sleep(20), { until: () => order.length === 3, times: 200 })
      expect([order.length, order[2]]).toEqual([3, "a list"])
    }).pipe(Effect.scoped))

  it.live("has the same instant as that of the route, while time passes", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      yield* populate(world)
      const { moderatorKey, ownerless } = world.credentials
      for (let passed = 0; passed < 6; passed++) {
        for (const headers of [ownerless, moderatorKey]) {
          yield* both(world, "detailed=1&size=1", headers)
          yield* both(world, "relative[]=upcoming", headers)
          yield* enter(world, headers)
          yield* both(world, "detailed=1&size=1", headers)
          expect(yield* isQuick(world, headers)).toBe(true)
        }
        world.clock.now += 7 * minute
      }
    }).pipe(Effect.scoped))
})
