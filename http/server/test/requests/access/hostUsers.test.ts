import type { HostIdentityInput } from "@agenda-engine/core/domain/access/HostIdentity"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Members } from "@agenda-engine/core/services/Members"
import { Users } from "@agenda-engine/core/services/Users"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { type Headers, onNode, onWeb } from "../../world/carriers.js"
import { ada, as, bob, expectRefused, Host, paths, quietly, serving, warm } from "../../world/hostWorld.js"

describe.each([["Node's server", onNode], ["a handler", onWeb]] as const)("users of a host, behind %s", (_, carrier) => {
  it.scopedLive("get nothing that was cached for one another", () =>
    Effect.gen(function*() {
      const { draft, key, send } = yield* serving(carrier, new Host())
      for (const path of paths(draft)) {
        for (const credentials of [{}, { key }] satisfies ReadonlyArray<Headers>) {
          const etag = yield* warm(send, path, { ...ada, ...credentials })
          for (const other of [bob, as("stranger"), {}] satisfies ReadonlyArray<Headers>) {
            yield* expectRefused(send, path, { ...other, ...credentials }, etag)
            expect((yield* send(path, { headers: { ...ada, ...credentials, "if-none-match": etag } })).status).toBe(304)
          }
        }
      }
    }).pipe(quietly))

  it.scopedLive("get nothing after the session has ended or the role has changed", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { draft, send } = yield* serving(carrier, host)
      const before = host.sessions.get("ada")
      const changes: ReadonlyArray<HostIdentityInput | null> = [
        null,
        { userId: "u-ada" },
        { userId: "u-ada", roles: { "1": "contributor", "2": "administrator" } },
        { userId: "u-ada", roles: { "1": "administrator" }, expiresAt: 1 }
      ]
      for (const path of paths(draft)) {
        for (const change of changes) {
          if (before !== undefined) host.sessions.set("ada", before)
          const etag = yield* warm(send, path, ada)
          if (change === null) host.sessions.delete("ada")
          else host.sessions.set("ada", change)
          if (change?.expiresAt !== undefined) expect((yield* send(path, { headers: ada })).status).toBe(401)
          yield* expectRefused(send, path, ada, etag)
        }
      }
    }).pipe(quietly))

  it.scopedLive("lose what a membership of the engine gave them", () =>
    Effect.gen(function*() {
      const { draft, send, within } = yield* serving(carrier, new Host())
      yield* send("/v2/agendas/1/events", { headers: bob })
      for (const path of paths(draft)) {
        yield* Effect.gen(function*() {
          const { uid } = yield* (yield* Users).findByHostId("u-bob")
          yield* (yield* Members).add(1, uid, "moderator")
          const etag = yield* warm(send, path, bob)
          yield* (yield* Members).remove(1, uid)
          yield* expectRefused(send, path, bob, etag)
        }).pipe(within)
      }
    }).pipe(quietly))

  it.scopedLive("have the memberships that the host answers, at every request", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { draft, send, within } = yield* serving(carrier, host, { membershipOf: host.membershipOf })
      yield* send("/v2/agendas/1/events", { headers: bob })
      yield* Effect.gen(function*() {
        yield* (yield* Members).add(1, (yield* (yield* Users).findByHostId("u-bob")).uid, "administrator")
      }).pipe(within)
      for (const path of paths(draft)) {
        yield* expectRefused(send, path, bob, "")
        host.memberships.set("u-bob 1", "moderator")
        const etag = yield* warm(send, path, bob)
        host.memberships.set("u-bob 1", "contributor")
        yield* expectRefused(send, path, bob, etag)
        host.memberships.clear()
        yield* expectRefused(send, path, bob, etag)
      }
    }).pipe(quietly))

  it.scopedLive("are shut out of an agenda that turns private", () =>
    Effect.gen(function*() {
      const { send, talk, within } = yield* serving(carrier, new Host())
      const open = ["/v2/agendas/1/events", talk, "/agendas/hosts-agenda/events.v2.csv"]
      const turn = (isPrivate: boolean) =>
        Effect.flatMap(Agendas, (agendas) => agendas.update(1, { title: "Host's agenda", private: isPrivate })).pipe(within)
      for (const path of open) {
        for (const _ of [1, 2, 3, 4]) {
          for (const who of [ada, bob]) expect((yield* send(path, { headers: who })).status, path).toBe(200)
        }
        yield* turn(true)
        expect((yield* send(path, { headers: ada })).status).toBe(200)
        expect((yield* send(path, { headers: bob })).status).toBe(403)
        yield* turn(false)
      }
    }).pipe(quietly))

  it.scopedLive("get a 503 while the host cannot identify them, and are nobody else", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { draft, key, send } = yield* serving(carrier, host, { membershipOf: host.membershipOf })
      const write = { method: "POST", headers: { ...ada, key }, body: onlineBody }
      for (const path of [...paths(draft), "/v2/agendas", "/agendas/hosts-agenda/events.v2.csv"]) {
        yield* send(path, { headers: ada })
        host.isDown = true
        for (const headers of [ada, { ...ada, key }, {}] satisfies ReadonlyArray<Headers>) {
          const answer = yield* send(path, { headers })
          expect([answer.status, answer.headers["retry-after"]], path).toEqual([503, "5"])
        }
        expect((yield* send("/v2/agendas/1/events", write)).status).toBe(503)
        host.isDown = false
        expect((yield* send(path, { headers: ada })).status, path).toBe(200)
      }
      expect(at((yield* send("/v2/agendas/1/events", { headers: ada })).body, "total")).toBe(1)
    }).pipe(quietly))

  it.scopedLive("are refused with an identity that names no user", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { send } = yield* serving(carrier, host)
      for (
        const wrong of [
          '{"userId":""}',
          '{"name":"Ada"}',
          '{"userId":null}',
          '{"userId":1.5}',
          '{"userId":"a","roles":{"1":"owner"}}',
          '"ada"'
        ]
      ) {
        host.sessions.set("ada", JSON.parse(wrong))
        expect((yield* send("/v2/agendas/1/events", { headers: ada })).status, wrong).toBe(500)
        expect((yield* send("/agendas/hosts-agenda/events.v2.csv", { headers: ada })).status, wrong).toBe(500)
      }
      for (const [id, other] of [["7", 7], [7, "7"]] as const) {
        host.sessions.set("ada", { userId: id, roles: { "*": "contributor" } })
        const { body } = yield* send("/v2/agendas/1/events", { method: "POST", headers: ada, body: onlineBody })
        host.sessions.set("ada", { userId: other, roles: { "*": "contributor" } })
        expect((yield* send(`/v2/agendas/1/events/${String(at(body, "event", "uid"))}`, { headers: ada })).status).toBe(200)
      }
    }).pipe(quietly))

  it.scopedLive("work beside the keys of the engine, or instead of them", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { key, send } = yield* serving(carrier, host)
      expect((yield* send("/v2/agendas/1/events", { headers: { key } })).status).toBe(200)
      expect((yield* send("/v2/agendas/1/events", { headers: {} })).status).toBe(401)
      expect((yield* send("/v2/agendas/1/events?state=0", { headers: { authorization: "Bearer session=ada" } })).status).toBe(200)
      expect((yield* send("/v2/agendas/1/events", { headers: { authorization: "Bearer session=eve" } })).status).toBe(401)
      const alone = yield* serving(carrier, host, { engineCredentials: false })
      expect((yield* alone.send("/v2/agendas/1/events", { headers: { key: alone.key } })).status).toBe(401)
      expect((yield* alone.send(`/v2/agendas/1/events?key=${alone.key}`, { headers: {} })).status).toBe(401)
      expect((yield* alone.send("/v2/agendas/1/events", { headers: { ...bob, key: "unknown" } })).status).toBe(200)
      const token = { method: "POST", headers: {}, body: { code: "secret", grant_type: "authorization_code" } }
      expect((yield* alone.send("/v2/requestAccessToken", token)).status).toBe(401)
    }).pipe(quietly))

  it.scopedLive("get responses that shared caches keep apart", () =>
    Effect.gen(function*() {
      const host = new Host()
      const { send } = yield* serving(carrier, host, { headers: ["Cookie", "X-User"] })
      for (const headers of [ada, {}] satisfies ReadonlyArray<Headers>) {
        for (const path of ["/v2/agendas/1/events", "/agendas/hosts-agenda/events.v2.csv"]) {
          expect((yield* send(path, { headers })).headers["vary"]).toMatch(/\bauthorization, (accept-encoding, )?cookie, x-user\b/)
        }
      }
      expect((yield* send("/agendas/hosts-agenda/events.v2.csv", { headers: bob })).headers["cache-control"]).toBe("private, no-cache")
      expect((yield* send("/agendas/hosts-agenda/events.v2.csv", { headers: {} })).headers["cache-control"]).toMatch(/^public/)
    }).pipe(quietly))

  it.scopedLive("write from the host's own pages, not from those of other sites", () =>
    Effect.gen(function*() {
      const { send } = yield* serving(carrier, new Host())
      const boundary = { "content-type": "multipart/form-data; boundary=b" }
      const form = '--b\r\ncontent-disposition: form-data; name="data"\r\n\r\n{}\r\n--b--\r\n'
      const write = (headers: Headers) => send("/v2/agendas/1/events", { method: "POST", headers: { ...boundary, ...headers }, body: form })
      for (
        const foreign of [
          { origin: "https://evil.example" },
          { origin: "null" },
          { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
          { "sec-fetch-site": "same-site" },
          { origin: "https://host.example", "sec-fetch-site": "cross-site" }
        ] satisfies ReadonlyArray<Headers>
      ) {
        expect((yield* write({ ...ada, ...foreign })).status, JSON.stringify(foreign)).toBe(403)
        expect((yield* send("/v2/agendas/1/events", { headers: { ...ada, ...foreign } })).status).toBe(200)
      }
      for (
        const own of [{}, { origin: "https://host.example" }, { "sec-fetch-site": "same-origin" }, {
          "sec-fetch-site": "none"
        }] satisfies ReadonlyArray<Headers>
      ) {
        expect((yield* write({ ...ada, ...own })).status, JSON.stringify(own)).toBe(400)
      }
      expect((yield* write({ authorization: "Bearer session=ada", origin: "https://app.example" })).status).toBe(400)
    }).pipe(quietly))
})
