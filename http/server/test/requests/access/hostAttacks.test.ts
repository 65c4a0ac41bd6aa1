import type { HostIdentityInput } from "@agenda-engine/core/domain/access/HostIdentity"
import type { Role } from "@agenda-engine/core/domain/access/Member"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Members } from "@agenda-engine/core/services/Members"
import { Removals } from "@agenda-engine/core/services/Removals"
import { Users } from "@agenda-engine/core/services/Users"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { type Headers, onNode, onWeb } from "../../world/carriers.js"
import { ada, as, bob, draftTitle, expectRefused, Host, paths, quietly, serving, warm } from "../../world/hostWorld.js"

/** An identity that a host answers although its type forbids it. */
const untyped = (json: string): HostIdentityInput => JSON.parse(json)

describe.each([["Node's server", onNode], ["a handler", onWeb]] as const)("attacks on the users of a host, behind %s", (_, carrier) => {
  it.scopedLive("an identity that is malformed is a 500 with the common body and headers", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { send, talk } = yield* serving(carrier, host)
      host.sessions.set("ada", untyped('{"userId":"a","roles":{"1":"owner"}}'))
      for (const path of ["/v2/agendas", "/v2/agendas/1/events", talk]) {
        const { body, headers, status } = yield* send(path, { headers: ada })
        expect([status, at(body, "success"), at(body, "status")], path).toEqual([500, false, 500])
        expect([headers["x-content-type-options"], typeof headers["x-request-id"]], path).toEqual(["nosniff", "string"])
        expect(JSON.stringify(body), path).not.toContain("owner")
      }
    }).pipe(quietly))

  it.scopedLive("a role that the engine does not know is a 500, and no right", () =>
    Effect.gen(function*() {
      const host = new Host()
      const wrong: ReadonlyArray<Role> = JSON.parse('["owner","Administrator","__proto__",""]')
      const { draft, send, talk } = yield* serving(carrier, host, { membershipOf: host.membershipOf })
      for (const role of wrong) {
        host.memberships.set("u-bob 1", role)
        for (const path of [...paths(draft), talk]) {
          const { body, status } = yield* send(path, { headers: bob })
          expect([status, at(body, "success")], `${path} as ${role}`).toEqual([500, false])
        }
        expect((yield* send("/v2/agendas/1/events", { method: "POST", headers: bob, body: onlineBody })).status).toBe(500)
      }
      host.memberships.clear()
      expect((yield* send(talk, { headers: bob })).status).toBe(200)
    }).pipe(quietly))

  it.scopedLive("public pages neither ask the host nor wait for it", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { send } = yield* serving(carrier, host)
      host.isDown = true
      for (const path of ["/agendas/hosts-agenda", "/agendas/hosts-agenda/events.ics", "/embed/agendas/hosts-agenda", "/health/live"]) {
        for (const _ of [1, 2, 3]) expect((yield* send(path, { headers: ada })).status, path).toBe(200)
      }
      expect(host.asked).toBe(0)
    }).pipe(quietly))

  it.scopedLive("a bearer token proves no program where the host identifies by other headers", () =>
    Effect.gen(function*() {
      const host = new Host()
      const byProxy = async (request: Request) => host.sessions.get(request.headers.get("x-user") ?? "") ?? null
      const foreign = { "x-user": "ada", "authorization": "Bearer any", "origin": "https://evil.example" }
      const write = { method: "POST", body: {} }
      for (const headers of [["x-user"], [], ["authorization", "x-user"]]) {
        const { send } = yield* serving(carrier, host, { auth: byProxy, headers })
        expect((yield* send("/v2/agendas/1/events", { ...write, headers: foreign })).status, headers.join()).toBe(403)
        expect((yield* send("/v2/agendas/1/events", { ...write, headers: { "x-user": "ada" } })).status, headers.join()).toBe(400)
      }
      const { send } = yield* serving(carrier, host)
      const bearer = { authorization: "Bearer session=ada", origin: "https://app.example" }
      expect((yield* send("/v2/agendas/1/events", { ...write, headers: bearer })).status).toBe(400)
      expect((yield* send("/v2/agendas/1/events", { ...write, headers: { ...bearer, ...ada } })).status).toBe(403)
    }).pipe(quietly))

  it.scopedLive("every method of a write is refused from another site", () =>
    Effect.gen(function*() {
      const { draft, send } = yield* serving(carrier, new Host())
      const foreign = { ...ada, "origin": "https://evil.example", "content-type": "text/plain" }
      for (
        const [method, path] of [
          ["POST", draft],
          ["PUT", draft],
          ["PATCH", draft],
          ["DELETE", draft],
          ["PATCH", `${draft}/availability`],
          ["PUT", "/v2/agendas/1/events/ext/a/b"],
          ["POST", "/v2/agendas/1/locations"],
          ["POST", "/v2/agendas/1/members/invite"]
        ] as const
      ) {
        expect((yield* send(path, { method, headers: foreign, body: "{}" })).status, `${method} ${path}`).toBe(403)
      }
      expect((yield* send(draft, { headers: ada })).status).toBe(200)
    }).pipe(quietly))

  it.scopedLive("both a session and a credential of the engine: the session decides, even one that has ended", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { draft, key, send } = yield* serving(carrier, host)
      for (const path of paths(draft)) {
        const tag = yield* warm(send, path, { ...ada, key })
        yield* expectRefused(send, path, { key }, tag)
        yield* expectRefused(send, path, { ...bob, key }, tag)
        expect((yield* send(path, { headers: { ...ada, key: "unknown", "access-token": "unknown" } })).status, path).toBe(200)
      }
      host.sessions.set("ada", { userId: "u-ada", roles: { "1": "administrator" }, expiresAt: 1 })
      for (const path of ["/v2/agendas/1/events", "/agendas/hosts-agenda/events.v2.csv"]) {
        expect((yield* send(path, { headers: { ...ada, key } })).status, path).toBe(401)
      }
    }).pipe(quietly))

  it.scopedLive("a renamed user has the new name in every response at once", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { draft, send } = yield* serving(carrier, host)
      host.sessions.set("bob", { userId: "u-bob", name: "Bob", roles: { "1": "moderator" } })
      yield* send(draft, { method: "PATCH", headers: bob, body: { state: 1 } })
      const shown = () => Effect.map(send(draft, { headers: ada }), ({ body }) => JSON.stringify(body))
      for (const name of ["Bob", "Robert", "Rob\u0000\u0007  Roy"]) {
        host.sessions.set("bob", { userId: "u-bob", name, roles: { "1": "moderator" } })
        expect((yield* send("/v2/me/agendas", { headers: bob })).status, name).toBe(200)
        for (const _ of [1, 2, 3, 4]) expect(yield* shown()).toContain(`"name":"${name === "Bob" || name === "Robert" ? name : "Rob Roy"}"`)
      }
    }).pipe(quietly))

  it.scopedLive("a removed user keeps nothing, and comes back as a new one", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { draft, send, within } = yield* serving(carrier, host)
      yield* send("/v2/agendas/1/events", { headers: bob })
      const before = yield* Effect.flatMap(Users, (users) => users.findByHostId("u-bob")).pipe(within)
      yield* Effect.flatMap(Members, (members) => members.add(1, before.uid, "moderator")).pipe(within)
      const tags = yield* Effect.forEach(paths(draft), (path) => Effect.map(warm(send, path, bob), (tag) => [path, tag] as const))
      yield* Effect.flatMap(Removals, (removals) => removals.user(before.uid)).pipe(within)
      for (const [path, tag] of tags) yield* expectRefused(send, path, bob, tag)
      const after = yield* Effect.flatMap(Users, (users) => users.findByHostId("u-bob")).pipe(within)
      expect(after.uid).not.toBe(before.uid)
    }).pipe(quietly))

  it.scopedLive("an address gives the account of the engine only when the host has verified it, and to one user", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { draft, send, within } = yield* serving(carrier, host)
      yield* Effect.gen(function*() {
        const { uid } = yield* (yield* Users).create({ email: "boss@example.org", name: "Boss" })
        yield* (yield* Members).add(1, uid, "administrator")
      }).pipe(within)
      const claim = (cookie: string, more: Partial<HostIdentityInput>) =>
        host.sessions.set(cookie, { userId: `u-${cookie}`, email: " BOSS@example.org ", ...more })
      for (const emailVerified of [false, null, undefined]) {
        claim("eve", emailVerified === undefined ? {} : { emailVerified })
        for (const path of paths(draft)) yield* expectRefused(send, path, as("eve"), "")
      }
      claim("boss", { emailVerified: true })
      const tags = yield* Effect.forEach(paths(draft), (path) => Effect.map(warm(send, path, as("boss")), (tag) => [path, tag] as const))
      for (const cookie of ["eve", "mallory"]) {
        claim(cookie, { emailVerified: true })
        for (const [path, tag] of tags) yield* expectRefused(send, path, as(cookie), tag)
      }
      const named = yield* Effect.flatMap(Users, (users) => users.findByEmail("boss@example.org")).pipe(within)
      expect(named.hostId).toBe("u-boss")
    }).pipe(quietly))

  it.scopedLive("a replayed write needs the right that it needed", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { send, within } = yield* serving(carrier, host)
      const create = (headers: Headers) =>
        send("/v2/agendas/1/events", { method: "POST", headers: { ...headers, "idempotency-key": "one" }, body: onlineBody })
      expect((yield* create(ada)).replayed).toBe(false)
      expect((yield* create(ada)).replayed).toBe(true)
      host.sessions.set("ada", { userId: "u-ada", roles: {} })
      yield* Effect.flatMap(Agendas, (agendas) => agendas.update(1, { title: "Host's agenda", private: true })).pipe(within)
      const refused = yield* create(ada)
      expect([refused.status, refused.replayed]).toEqual([403, false])
      expect(JSON.stringify(refused.body)).not.toContain(draftTitle)
      host.sessions.delete("ada")
      expect((yield* create(ada)).status).toBe(401)
    }).pipe(quietly))

  it.scopedLive("other spellings of a path are cached for nobody else either", () =>
    Effect.gen(function*() {
      const { draft, key, send } = yield* serving(carrier, new Host(), {}, { unprefixed: true })
      const spelled = [
        "/v2/agendas/%31/events?state=0",
        "/v2/agendas/1/events/?state=0",
        "/v2/agendas/1/events?state%5B%5D=0",
        "/agendas/1/events?state=0",
        "/agendas/%31/events?state=0",
        draft.replace("/v2", ""),
        draft.replace("/v2", "").replace("agendas/1", "agendas/%31"),
        "/agendas/hosts%2Dagenda/events.v2.csv?state=0"
      ]
      for (const path of ["/%76%32/agendas/1/events?state=0", "/agendas/hosts-agenda/events%2Ev2%2Ecsv?state=0"]) {
        for (const sender of [ada, bob, {}] satisfies ReadonlyArray<Headers>) {
          expect([path, (yield* send(path, { headers: sender })).status]).toEqual([path, 404])
        }
      }
      for (const path of spelled) {
        for (const credentials of [{}, { key }] satisfies ReadonlyArray<Headers>) {
          const tag = yield* warm(send, path, { ...ada, ...credentials })
          for (const other of [bob, as("stranger"), {}] satisfies ReadonlyArray<Headers>) {
            yield* expectRefused(send, path, { ...other, ...credentials }, tag)
            yield* expectRefused(send, path, { ...other, ...credentials }, "*")
          }
        }
      }
    }).pipe(quietly))

  it.scopedLive("strange request targets are answered as without a session", () =>
    Effect.gen(function*() {
      const { send } = yield* serving(carrier, new Host())
      for (const path of ["//agendas/1", "//agendas/", "///agendas/1", "/v2/agendas/%zz"]) {
        expect([400, 404], path).toContain((yield* send(path, { headers: ada })).status)
      }
    }).pipe(quietly))
})
