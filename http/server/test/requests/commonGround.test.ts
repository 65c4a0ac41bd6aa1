import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { describe, expect, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import { onlineBody } from "../../../test/world/bodies.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, make, type WorldOptions } from "../world/World.js"

const main = `/v2/agendas/${agendas.main}`

const vary = (headers: { readonly vary?: string | undefined }) => (headers.vary ?? "").split(", ")

layer(TestWorld.layer(), { excludeTestServices: true })("every route", (it) => {
  const plain = ["/health/live", "/health/ready", "/openapi.json", "/docs", "/problems/validation"]

  it.effect("HEAD answers like GET, without the body", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const headers = { ...credentials.ownerless, "x-request-id": "r" }
      for (const path of ["/v2/agendas", main, `${main}/events`, `${main}/events/5`, `${main}/locations`, "/nothing", ...plain]) {
        const get = yield* send(path, { headers })
        const head = yield* send(path, { headers, method: "HEAD" })
        expect(head.text).toBe("")
        expect({ status: head.status, headers: { ...head.headers, date: "" } }).toEqual({
          status: get.status,
          headers: { ...get.headers, date: "" }
        })
      }
    }))

  it.effect("a trailing slash is accepted", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const headers = credentials.moderatorToken
      for (const path of ["/v2/agendas", main, "/v2/agendas/slug/town-agenda", `${main}/events`, `${main}/locations`]) {
        expect((yield* send(`${path}/`, { headers })).text).toBe((yield* send(path, { headers })).text)
      }
      const made = yield* send(`${main}/events/`, { method: "POST", body: onlineBody, headers })
      expect(made.status).toBe(200)
      const uid = String(at(made.body, "event", "uid"))
      expect((yield* send(`${main}/events/${uid}/`, { headers })).status).toBe(200)
      expect((yield* send(`${main}/events/${uid}/`, { method: "PATCH", body: { status: 2 }, headers })).status).toBe(200)
      expect((yield* send(`${main}/events/${uid}/`, { method: "DELETE", headers })).status).toBe(200)
    }))

  it.effect("OPTIONS answers preflights", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const headers = {
        origin: "https://page.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "key,lang"
      }
      const answer = yield* send(`${main}/events/5`, { method: "OPTIONS", headers })
      expect(answer.status).toBe(204)
      expect(answer.headers).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, PUT, POST, PATCH, DELETE, HEAD, OPTIONS",
        "access-control-allow-headers": "key,lang",
        "access-control-max-age": "86400"
      })
      const bare = yield* send("/v2/requestAccessToken/", { method: "OPTIONS" })
      expect(bare.headers["access-control-allow-methods"]).toBe("POST, OPTIONS")
      expect(bare.headers["access-control-allow-headers"]).toContain("access-token")
      expect((yield* send("/nothing", { method: "OPTIONS" })).status).toBe(404)
    }))

  it.effect("a preflight lets a page see why its request is refused", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const long = `/v2/agendas?search=${"a".repeat(40_000)}`
      for (
        const [method, path, status] of [
          ["GET", "/nothing", 404],
          ["GET", "/v2/nothing", 404],
          ["DELETE", "/v2/agendas", 405],
          ["PUT", "/docs", 405],
          ["GET", "/v2/agendas/%zz", 400],
          ["GET", "/v2/%61gendas", 404],
          ["GET", long, 414]
        ] as const
      ) {
        const headers = { origin: "https://page.example", "access-control-request-method": method, "access-control-request-headers": "key" }
        const answer = yield* send(path, { method: "OPTIONS", headers })
        expect([path.slice(0, 40), answer.status]).toEqual([path.slice(0, 40), 204])
        expect(answer.headers["access-control-allow-origin"]).toBe("*")
        expect(answer.headers["access-control-allow-headers"]).toBe("key")
        expect(String(answer.headers["access-control-allow-methods"]).split(", ")).toContain(method)
        const refused = yield* send(path, { method, headers: { origin: "https://page.example" } })
        expect([path.slice(0, 40), refused.status]).toEqual([path.slice(0, 40), status])
        expect(refused.headers["access-control-allow-origin"]).toBe("*")
      }
      const unnamed = { origin: "https://page.example", "access-control-request-method": "a b" }
      expect((yield* send("/nothing", { method: "OPTIONS", headers: unnamed })).status).toBe(404)
    }))

  it.effect("a percent-encoded literal segment is no route", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const headers = credentials.moderatorToken
      for (
        const path of [
          "/v2/%6de/agendas",
          "/v2/m%65/agendas",
          "/%762/me/agendas",
          "/v2%2fme/agendas",
          `/v2/%61gendas/${agendas.main}/events`,
          `/v2/agendas/${agendas.main}/%65vents`,
          `/agendas/${agendas.main}/event%73`,
          `/v2/agendas/${agendas.main}/location%73`,
          "/agendas/town-agenda/events%2Eics",
          "/health/%6Cive",
          "/%64ocs"
        ]
      ) {
        expect([path, (yield* send(path, { headers })).status]).toEqual([path, 404])
      }
      const { status } = yield* send(`/v2/agendas/%31${String(agendas.main).slice(1)}/events`, { headers })
      expect(status).toBe(200)
    }))

  it.effect("any origin may read, errors too", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      for (const path of ["/v2/agendas", "/nothing", "/v2/agendas/%zz"]) {
        const answer = yield* send(path, { headers: { ...credentials.ownerless, origin: "https://page.example" } })
        expect(answer.headers["access-control-allow-origin"]).toBe("*")
        for (const name of ["ETag", "Location", "RateLimit"]) expect(answer.headers["access-control-expose-headers"]).toContain(name)
      }
    }))

  it.effect("caches must revalidate every response", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      for (const path of ["/v2/agendas", main, `${main}/events`]) {
        const answer = yield* send(path, { headers: credentials.ownerless })
        expect(answer.headers["cache-control"]).toBe("private, no-cache")
        const negotiated = path.endsWith("/events") ? ", accept" : ""
        expect(answer.headers["vary"]).toBe(`key, access-token, authorization, accept-encoding${negotiated}`)
      }
      const refused = yield* send("/v2/agendas")
      expect(vary(refused.headers)).toContain("accept")
    }))

  it.effect("success bodies have the members that clients check", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const headers = credentials.ownerless
      const keys = (path: string) => Effect.map(send(path, { headers }), ({ body }) => Object.keys(Object(body)).toSorted())
      expect(yield* keys("/v2/agendas")).toEqual(["after", "agendas", "success", "total"])
      expect(yield* keys(`${main}/events`)).toEqual(["after", "events", "sort", "success", "total"])
      expect(yield* keys(`${main}/locations`)).toEqual(["after", "locations", "success", "total"])
      const bare = yield* send(main, { headers })
      expect(bare.body).toMatchObject({ uid: agendas.main, slug: "town-agenda" })
      expect(bare.body).not.toHaveProperty("success")
      expect(bare.body).toHaveProperty("schema")
      expect(bare.body).not.toHaveProperty("network")
      expect((yield* send(`${main}?detailed=1`, { headers })).body).toHaveProperty("network")
    }))

  it.effect("the request id is echoed, or generated when absent or malformed", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      expect((yield* send("/nothing", { headers: { "x-request-id": "abc-1.2:3" } })).headers["x-request-id"]).toBe("abc-1.2:3")
      for (const headers of [{}, { "x-request-id": "a b" }, { "x-request-id": "x".repeat(129) }]) {
        expect((yield* send("/nothing", { headers })).headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/)
      }
    }))

  it.effect("health checks need no credential", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      expect((yield* send("/health/live")).body).toEqual({ status: "live" })
      expect((yield* send("/health/ready")).body).toEqual({ status: "ready" })
    }))

  it.effect("the interactive reference loads nothing from other hosts", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const { headers, status, text } = yield* send("/docs")
      expect(status).toBe(200)
      expect(headers["content-type"]).toContain("text/html")
      expect(headers["content-security-policy"]).toContain("default-src 'none'")
      expect(headers["content-security-policy"]).not.toMatch(/https?:/)
      const markup = text.replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, (element) => element.slice(0, element.indexOf(">") + 1))
      expect(markup).not.toMatch(/\b(?:src|href)=/)
      const [styles = ""] = /<style>[\s\S]*?<\/style>/.exec(text) ?? []
      expect(styles).not.toMatch(/url\((?!\s*["']?(?:data:|#))|@import/)
      expect(text).toContain("/v2/agendas/{agendaUid}/events")
    }))

  it.effect("the OpenAPI document names this server", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const { body } = yield* send("/openapi.json")
      expect(at(body, "openapi")).toBe("3.1.0")
      expect(at(body, "servers")).toEqual([{ url: "https://agenda.example" }])
    }))

  it.effect("the type URL of every problem explains it", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      expect((yield* send("/problems/validation")).body).toMatchObject({ status: 400, codes: expect.any(Array) })
      expect((yield* send("/problems/none")).status).toBe(404)
    }))
})

describe("settings", () => {
  const withWorld = (options: WorldOptions) => Effect.flatMap(make(MemoryStores.layer, options), Effect.succeed)

  it.live("event routes answer without prefix when configured", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* withWorld({ settings: { unprefixed: true } })
      const headers = credentials.moderatorToken
      const path = `/agendas/${agendas.main}/events`
      const made = yield* send(path, { method: "POST", body: onlineBody, headers })
      expect(made.status, made.text).toBe(200)
      expect(made.headers["location"]).toBe(`https://agenda.example/v2${path}/${String(at(made.body, "event", "uid"))}`)
      expect(made.headers["vary"]).toContain("access-token")
      for (const [method, tail] of [["PUT", String(at(made.body, "event", "uid"))], ["POST", "ext/a/b"]] as const) {
        expect((yield* send(`${path}/${tail}`, { method, body: onlineBody, headers })).status).toBe(200)
      }
      expect((yield* send(`${path}/ext/a/b/`, { headers })).status).toBe(200)
      expect((yield* send(`/v2${path}`, { headers })).text).toBe((yield* send(path, { headers })).text)
      expect((yield* send("/agendas", { headers })).status).toBe(404)
      expect((yield* send(path, { method: "OPTIONS" })).headers["allow"]).toContain("POST")
      expect((yield* send(`${path}/5`, { method: "PROPFIND", headers })).status).toBe(405)
    }).pipe(Effect.scoped))

  it.live("only configured origins may call", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* withWorld({ settings: { corsOrigins: ["https://a.example", "https://b.example"] } })
      const ask = (origin: string) => send("/v2/agendas", { headers: { ...credentials.ownerless, origin } })
      expect((yield* ask("https://b.example")).headers["access-control-allow-origin"]).toBe("https://b.example")
      const other = yield* ask("https://c.example")
      expect(other.headers["access-control-allow-origin"]).toBeUndefined()
      expect(vary(other.headers)).toContain("origin")
    }).pipe(Effect.scoped))

  it.live("absolute URLs use the host of the request without publicUrl", () =>
    Effect.gen(function*() {
      const { port, send } = yield* withWorld({ settings: { publicUrl: null } })
      expect(at((yield* send("/nothing")).body, "type")).toBe(`http://127.0.0.1:${port}/problems/not-found`)
      expect(at((yield* send("/nothing", { headers: { host: "a.example" } })).body, "type")).toBe("http://a.example/problems/not-found")
      const malformed = yield* send("/nothing", { headers: { host: "a.example/<b>" } })
      expect([malformed.status, at(malformed.body, "type")]).toEqual([400, "/problems/malformed-request"])
    }).pipe(Effect.scoped))

  it.live("body limits are configurable", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* withWorld({ settings: { body_bytes_max: 10 } })
      const answer = yield* send(`${main}/events`, { method: "POST", body: onlineBody, headers: credentials.moderatorToken })
      expect(answer.status).toBe(413)
    }).pipe(Effect.scoped))

  it.live("every request logs one line, without credentials", () =>
    Effect.gen(function*() {
      const log: Array<string> = []
      const { credentials, secrets, send } = yield* withWorld({ log: (line) => log.push(line) })
      log.length = 0
      const { key } = credentials.moderatorKey
      const token = credentials.moderatorToken["access-token"]
      yield* send(`/v2/agendas?size=1&key=${key}`, { headers: { "x-request-id": "one" } })
      yield* send(`/v2/agendas?k%65y=${key}`, { headers: { "access-token": token, "x-request-id": "two" } })
      yield* send("/v2/requestAccessToken", { method: "POST", body: { code: secrets.administrator }, headers: { "x-request-id": "three" } })
      yield* send("/nothing?a=1", { headers: { key, "x-request-id": "four" } })
      expect(log).toHaveLength(4)
      const everything = log.join("\n")
      for (const secret of [key, token, secrets.administrator]) expect(everything).not.toContain(secret)
      expect(log[0]).toMatch(/message=request/)
      for (const part of ["requestId=one", "method=GET", "status=200", "duration_ms=", "/v2/agendas?size=1&key=redacted"]) {
        expect(log[0]).toContain(part)
      }
      expect(log[3]).toContain("status=404")
      const quiet: Array<string> = []
      const silent = yield* withWorld({ settings: { accessLog: false }, log: (line) => quiet.push(line) })
      yield* silent.send("/nothing")
      expect(quiet).toEqual([])
    }).pipe(Effect.scoped))
})
