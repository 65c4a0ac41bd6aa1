import { operator } from "@agenda-engine/core/domain/access/Credential"
import type { HostIdentity } from "@agenda-engine/core/domain/access/HostIdentity"
import { HostMemberships } from "@agenda-engine/core/ports/HostMemberships"
import { Access, authorized } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import { Members } from "@agenda-engine/core/services/Members"
import { Revisions } from "@agenda-engine/core/services/Revisions"
import { App } from "@agenda-engine/http/App"
import { cacheKeyOf, ResponseCache } from "@agenda-engine/http/cache/ResponseCache"
import { hostUsers } from "@agenda-engine/http/identity/IdentityProvider"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import * as HttpApp from "@effect/platform/HttpApp"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { memoryEngine, onWeb } from "../../world/carriers.js"
import { ada, bob, draftTitle, expectRefused, Host, paths, quietly, serving, warm } from "../../world/hostWorld.js"

const administrator: HostIdentity = { userId: "u-ada", name: "Ada", roles: { "1": "administrator" } }
const ref = { _tag: "Uid", uid: 1 } as const

const agenda = Effect.gen(function*() {
  yield* (yield* Agendas).create({ uid: 1, title: "Agenda" })
  const events = yield* Events
  return yield* authorized(operator, ref, "events:write", (by) => events.create(by, { ...onlineBody, state: 0 }, { lang: null }))
})

/** Without the cache of responses, so that every request reaches the caches behind it. */
const uncached = { responseCache_bytes_max: 0 }

describe("no identity gets what was cached for another:", () => {
  it.scopedLive("the cache of responses", () =>
    Effect.gen(function*() {
      const identity = { current: administrator }
      const engine = Layer.provideMerge(memoryEngine, hostUsers({ auth: async () => identity.current }))
      const context = yield* Layer.build(Layer.provideMerge(App.layer, engine))
      const { event } = yield* Effect.provide(agenda, context)
      const runtime = yield* Effect.provide(Effect.runtime<App>(), context)
      const handler = HttpApp.toWebHandlerRuntime(runtime)(Context.get(runtime.context, App))
      const { findValid } = Context.get(context, ResponseCache)
      for (const url of ["/v2/agendas/1/events?state=0", `/v2/agendas/1/events/${event.uid}`, "/v2/agendas/1/events.csv?state=0"]) {
        const address = `https://host.example${url}`
        for (const _ of [1, 2, 3]) {
          const response = yield* Effect.promise(() => handler(new Request(address)))
          expect([response.status, (yield* Effect.promise(() => response.text())).includes(draftTitle)], url).toEqual([200, true])
        }
        const cachedFor = (asked: HostIdentity | null) =>
          Effect.map(
            findValid(
              cacheKeyOf({ method: "GET", url: address, headers: {} }, asked) ?? "",
              { method: "GET", url: address, headers: {} },
              () => {}
            ),
            ({ cached }) => cached !== null
          )
        expect(yield* cachedFor(administrator), url).toBe(true)
        expect(yield* cachedFor({ ...administrator, expiresAt: 4_102_444_800_000 }), url).toBe(true)
        const others: ReadonlyArray<HostIdentity | null> = [
          null,
          { userId: "u-ada" },
          { ...administrator, userId: "u-bob" },
          { ...administrator, roles: { "1": "moderator" } },
          { ...administrator, roles: { "1": "administrator", "2": "contributor" } },
          { ...administrator, name: "Eve" },
          { ...administrator, name: "Ada\n" },
          { ...administrator, email: "ada@example.org" },
          { ...administrator, emailVerified: true }
        ]
        for (const other of others) expect(yield* cachedFor(other), `${url} ${JSON.stringify(other)}`).toBe(false)
      }
    }).pipe(quietly))

  it.scoped("the cache of authorizations", () =>
    Effect.gen(function*() {
      yield* agenda
      const access = yield* Access
      const rightsOf = (identity: HostIdentity) =>
        Effect.flatMap(access.identifyHostUser(identity), (caller) =>
          Effect.map(access.authorize(caller, ref, "events:read"), ({ caller: { userUid }, moderates, role }) => {
            expect(userUid).toBe(caller.userUid)
            return [role, moderates]
          }))
      for (const _ of [1, 2, 3]) {
        expect(yield* rightsOf(administrator)).toEqual(["administrator", true])
        expect(yield* rightsOf({ userId: "u-bob" })).toEqual([null, false])
        expect(yield* rightsOf({ userId: "u-ada" })).toEqual([null, false])
        expect(yield* rightsOf({ ...administrator, roles: { "1": "contributor" } })).toEqual(["contributor", false])
        expect(yield* rightsOf({ ...administrator, roles: { "2": "administrator" } })).toEqual([null, false])
      }
      const { userUid } = yield* access.identifyHostUser({ userId: "u-bob" })
      yield* (yield* Members).add(1, userUid, "moderator")
      expect(yield* rightsOf({ userId: "u-bob" })).toEqual(["moderator", true])
      yield* (yield* Members).remove(1, userUid)
      expect(yield* rightsOf({ userId: "u-bob" })).toEqual([null, false])
      yield* (yield* Agendas).update(1, { private: true })
      expect((yield* Effect.flip(rightsOf({ userId: "u-bob" })))._tag).toBe("Forbidden")
      expect(yield* rightsOf(administrator)).toEqual(["administrator", true])
      expect((yield* Effect.flip(rightsOf({ ...administrator, expiresAt: -1 })))._tag).toBe("Unauthorized")
    }).pipe(Effect.provide(memoryEngine)))

  it.scoped("the cache of authorizations, where the host answers memberships", () => {
    const roles = new Map<string, "administrator" | "contributor">([["u-ada", "administrator"]])
    const answers = Layer.succeed(HostMemberships, { membershipOf: (userId) => Effect.sync(() => roles.get(userId) ?? null) })
    return Effect.gen(function*() {
      yield* agenda
      const access = yield* Access
      const roleOf = (userId: string) =>
        Effect.flatMap(
          access.identifyHostUser({ userId }),
          (caller) => Effect.map(access.authorize(caller, ref, "events:read"), ({ role }) => role)
        )
      for (const _ of [1, 2]) expect([yield* roleOf("u-ada"), yield* roleOf("u-bob")]).toEqual(["administrator", null])
      roles.set("u-ada", "contributor")
      expect(yield* roleOf("u-ada")).toBe("contributor")
      roles.delete("u-ada")
      expect(yield* roleOf("u-ada")).toBeNull()
    }).pipe(Effect.provide(Layer.provideMerge(memoryEngine, answers)))
  })

  it.scoped("the cache of validity windows", () =>
    Effect.gen(function*() {
      yield* agenda
      const access = yield* Access
      const revisions = yield* Revisions
      const caller = yield* access.identifyHostUser({ ...administrator, expiresAt: 1_000 })
      const validity = Effect.flatMap(access.authorize(caller, ref, "events:read"), revisions.validity)
      const other = yield* access.identifyHostUser({ userId: "u-bob" })
      const otherValidity = Effect.flatMap(access.authorize(other, ref, "events:read"), revisions.validity)
      for (const _ of [1, 2]) {
        expect((yield* validity).until).toBe(1_000)
        expect((yield* otherValidity).until).toBeGreaterThan(1_000)
      }
    }).pipe(Effect.provide(memoryEngine)))

  it.scopedLive("the cache of pages", () =>
    Effect.gen(function*() {
      const { draft, send } = yield* serving(onWeb, new Host(), {}, uncached)
      for (const path of paths(draft)) {
        const tag = yield* warm(send, path, ada)
        yield* expectRefused(send, path, bob, tag)
      }
      for (const _ of [1, 2, 3]) {
        expect(at((yield* send("/v2/agendas/1/events?state[]=0&state[]=2", { headers: ada })).body, "total")).toBe(2)
        expect(at((yield* send("/v2/agendas/1/events", { headers: bob })).body, "total")).toBe(1)
      }
    }).pipe(quietly))

  it.scopedLive("the cache of counts and facets", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { send } = yield* serving(onWeb, host, {}, uncached)
      const counted = (query: string, headers = bob) =>
        Effect.map(send(`/v2/agendas/1/events?size=0&aggregations[]=states&aggregations[]=keywords${query}`, { headers }), ({ body }) => ({
          total: at(body, "total"),
          facets: JSON.stringify(at(body, "aggregations"))
        }))
      for (const _ of [1, 2, 3]) {
        expect(yield* counted("&state[]=0&state[]=2", ada)).toMatchObject({ total: 2, facets: expect.stringContaining('"key":0') })
        const shown = yield* counted("")
        expect([shown.total, shown.facets.includes('"key":0')]).toEqual([1, false])
        expect(at((yield* send("/v2/agendas/1/events?size=0&state[]=0", { headers: bob })).body, "status")).toBe(403)
      }
      host.sessions.set("ada", { userId: "u-ada", roles: {} })
      expect(at((yield* send("/v2/agendas/1/events?size=0&state[]=0&state[]=2", { headers: ada })).body, "status")).toBe(403)
    }).pipe(quietly))

  it.scopedLive("the cache of records, in SQL", () =>
    Effect.gen(function*() {
      const { draft, send } = yield* serving(onWeb, new Host(), {}, uncached, SqliteStores.layer({ filename: ":memory:" }))
      const lists = ["/v2/agendas/1/events?detailed=1&state[]=0&state[]=2", "/v2/agendas/1/events?detailed=1"] as const
      for (const size of [20, 19, 18]) {
        const [all, open] = lists.map((path) => `${path}&size=${size}`)
        expect(JSON.stringify((yield* send(all ?? "", { headers: ada })).body)).toContain(draftTitle)
        expect(JSON.stringify((yield* send(open ?? "", { headers: ada })).body)).toContain('"member"')
        const shown = JSON.stringify((yield* send(open ?? "", { headers: bob })).body)
        expect(shown).not.toContain(draftTitle)
        expect(shown).not.toContain('"member"')
        expect((yield* send(draft, { headers: ada })).status).toBe(200)
        expect((yield* send(draft, { headers: bob })).status).toBe(404)
      }
    }).pipe(quietly))

  it.scopedLive("tags of exports, which are computed without reading", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { send } = yield* serving(onWeb, host, {}, uncached)
      for (const format of ["csv", "json", "rss", "ics", "xlsx"]) {
        const path = `/v2/agendas/1/events.${format}`
        host.sessions.set("bob", { userId: "u-bob", roles: { "1": "administrator" } })
        const { etag } = yield* send(path, { headers: bob })
        const same = (headers = bob) => Effect.map(send(path, { headers: { ...headers, "if-none-match": etag } }), ({ status }) => status)
        expect([yield* same(), yield* same(ada)], format).toEqual([304, 304])
        host.sessions.set("bob", { userId: "u-bob", roles: { "1": "contributor" } })
        expect(yield* same(), format).toBe(200)
        host.sessions.set("bob", { userId: "u-bob" })
        expect(yield* same(), format).toBe(200)
      }
    }).pipe(quietly))

  it.scopedLive("calendars and pages, which show everyone the same", () =>
    Effect.gen(function*() {
      const { send } = yield* serving(onWeb, new Host())
      for (const path of ["/agendas/hosts-agenda/events.ics", "/agendas/hosts-agenda", "/embed/agendas/hosts-agenda"]) {
        const bodies = new Set<unknown>()
        for (const headers of [ada, ada, ada, bob, {}]) bodies.add((yield* send(path, { headers })).body)
        expect(bodies.size, path).toBe(1)
        expect(JSON.stringify([...bodies])).not.toContain(draftTitle)
      }
    }).pipe(quietly))

  it.scopedLive("the caller's own agendas, which are not cached", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { send } = yield* serving(onWeb, host)
      for (const path of ["/v2/me/agendas", "/v2/me/agendas/1"]) {
        for (const _ of [1, 2, 3]) expect(JSON.stringify((yield* send(path, { headers: ada })).body)).toContain('"role":"administrator"')
        expect(JSON.stringify((yield* send(path, { headers: bob })).body)).not.toContain('"role":"administrator"')
      }
    }).pipe(quietly))
})
