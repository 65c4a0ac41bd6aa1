import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Members } from "@agenda-engine/core/services/Members"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Net from "node:net"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas, type World } from "../../world/World.js"
import { main, minute, polledWorld, populate, write } from "../lists/polledWorld.js"

type Headers = { readonly [name: string]: string }
type Polled = Effect.Effect.Success<ReturnType<typeof polledWorld>>

let requests = 0

/** Requests a list with a query that no response is cached for. */
const list = (world: World, query: string, headers: Headers) => world.send(`${main}/events?${query}&n=${requests++}`, { headers })

/** Whether a list that was not requested before is answered from a cached authorization. */
const isAuthorizedFromCache = (world: Polled, headers: Headers) =>
  Effect.gen(function*() {
    const before = world.searches.members
    yield* list(world, "", headers)
    return world.searches.members === before
  })

/** Has the caller's authorization cached. */
const enter = (world: Polled, headers: Headers) =>
  Effect.gen(function*() {
    yield* list(world, "", headers)
    expect(yield* isAuthorizedFromCache(world, headers)).toBe(true)
  })

/** Opens a connection and returns a function that sends a request on it. `answered` runs at the first response. */
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

describe("a cached authorization", () => {
  it.live("holds until the agenda, its members or the key change, and through changes of events", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { event } = yield* populate(world)
      const headers = world.credentials.moderatorKey
      yield* enter(world, headers)
      yield* write(world, `${main}/events/${event}`, "PATCH", { title: "Other" })
      expect(yield* isAuthorizedFromCache(world, headers)).toBe(true)
      yield* world.within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { title: "Renamed" })))
      expect(yield* isAuthorizedFromCache(world, headers)).toBe(false)
      yield* world.within(Effect.flatMap(Members, (members) => members.remove(agendas.main, world.uids.contributor)))
      expect(yield* isAuthorizedFromCache(world, headers)).toBe(false)
      expect(yield* isAuthorizedFromCache(world, headers)).toBe(true)
    }).pipe(Effect.scoped))

  it.live("shows every change of the agenda and of the caller's role", () =>
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
        const before = yield* list(world, "state[]=1&state[]=2&detailed=1", headers)
        yield* change
        const after = yield* list(world, "state[]=1&state[]=2&detailed=1", headers)
        expect(after.text).not.toBe(before.text)
      }
    }).pipe(Effect.scoped))

  it.live("is not used once the key is revoked or expires, the token expires, or the reader has left a private agenda", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      yield* populate(world)
      const made = yield* makeKey(world)
      yield* enter(world, { key: made.key })
      yield* world.within(Effect.flatMap(Keys, (keys) => keys.revoke(made.id)))
      expect((yield* list(world, "", { key: made.key })).status).toBe(403)

      const ends = world.clock.now + minute
      const { key } = yield* makeKey(world, { expiresAt: ends })
      yield* enter(world, { key })
      world.clock.now = ends - 1
      expect((yield* list(world, "", { key })).status).toBe(200)
      world.clock.now = ends
      expect((yield* list(world, "", { key })).status).toBe(403)

      const { contributorToken } = world.credentials
      yield* world.within(Effect.flatMap(Agendas, (all) => all.update(agendas.main, { private: true })))
      yield* enter(world, contributorToken)
      yield* world.within(Effect.flatMap(Members, (members) => members.remove(agendas.main, world.uids.contributor)))
      expect((yield* list(world, "", contributorToken)).status).toBe(403)

      const code = world.secrets.administrator
      const { body } = yield* world.send("/v2/requestAccessToken", { method: "POST", body: { grant_type: "client_credentials", code } })
      const token = { "access-token": String(at(body, "access_token")) }
      yield* enter(world, token)
      world.clock.now += Number(at(body, "expires_in")) * 1_000
      expect((yield* list(world, "", token)).status).toBe(401)
    }).pipe(Effect.scoped))

  it.live("is for its own agenda and operation only", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      const { agendaKey, contributorToken } = world.credentials
      yield* enter(world, agendaKey)
      expect((yield* world.send(`/v2/agendas/${agendas.other}/events`, { headers: agendaKey })).status).toBe(403)
      yield* enter(world, contributorToken)
      expect((yield* world.send(`${main}/members`, { headers: contributorToken })).status).toBe(403)
    }).pipe(Effect.scoped))

  it.live("does not make cached responses wait for a slow list", () =>
    Effect.gen(function*() {
      const world = yield* polledWorld()
      yield* populate(world)
      const { ownerless } = world.credentials
      const cached = `${main}/events?size=1`
      for (const _ of [1, 2]) yield* world.send(cached, { headers: { ...ownerless, host: "a" } })
      const order: Array<string> = []
      const first = yield* connection(world.port, ownerless, () => order.push("slow list"))
      const second = yield* connection(world.port, ownerless, () => order.push("refused list"))
      const third = yield* connection(world.port, ownerless, () => order.push("cached list"))
      world.searches.time_ms = 500
      first(`${main}/events?search=concert`)
      second(`${main}/events?size=nothing`)
      third(cached)
      yield* Effect.repeat(Effect.sleep(20), { until: () => order.length === 3, times: 200 })
      expect([order.length, order[2]]).toEqual([3, "slow list"])
    }).pipe(Effect.scoped))
})
