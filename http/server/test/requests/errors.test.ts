import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import { onlineBody } from "../../../test/world/bodies.js"
import { expectProblem, isProblem } from "../world/expectProblem.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, type Call, type CredentialName } from "../world/World.js"

const main = `/v2/agendas/${agendas.main}`
type Rows = ReadonlyArray<readonly [label: string, path: string, call?: Call, as?: Exclude<CredentialName, "none">]>

const post = (body: unknown, headers: Call["headers"] = {}): Call => ({ method: "POST", body, headers })

/** Requests by how they are refused: with this status, problem and message. */
const refused: ReadonlyArray<readonly [status: number, kind: string, message: string, rows: Rows]> = [
  [404, "not-found", "route not found", [
    ["an unknown route", "/v2/nothing"],
    ["an unknown route outside", "/nothing"],
    ["the root", "/"],
    ["another case", "/v2/Agendas"],
    ["an empty segment", "/v2//agendas"],
    ["an unprefixed route without the setting", "/agendas/101/events"],
    ["a path with a segment of more than 4 096 characters", `${main}/ext/erp/${"x".repeat(5_000)}`]
  ]],
  [404, "not-found", "agenda not found", [
    ["an unknown agenda", "/v2/agendas/9", {}, "ownerless"],
    ["an agenda that is no number", "/v2/agendas/abc", {}, "ownerless"],
    ["an agenda of too many digits", `/v2/agendas/${"9".repeat(30)}/events`, {}, "ownerless"],
    ["an unknown slug", "/v2/agendas/slug/none", {}, "ownerless"]
  ]],
  [404, "not-found", "event not found", [
    ["an unknown event", `${main}/events/5`, {}, "ownerless"],
    ["an event that is no number", `${main}/events/abc`, {}, "ownerless"],
    ["an event of 16 digits", `${main}/events/9007199254740991`, {}, "ownerless"],
    ["an unknown external identifier", `${main}/events/ext/a/b`, {}, "ownerless"]
  ]],
  [404, "not-found", "location not found", [["an unknown location", `${main}/locations/5`, {}, "ownerless"]]],
  [405, "method-not-allowed", "allowed methods: GET, HEAD, OPTIONS", [
    ["a method that the path does not take", "/v2/agendas", { method: "DELETE" }],
    ["an unusual method", main, { method: "PROPFIND" }]
  ]],
  [405, "method-not-allowed", "allowed methods: POST, OPTIONS", [["GET where only POST is", "/v2/requestAccessToken"]]],
  [400, "parameters", "parameters are invalid", [
    ["a malformed path", "/v2/agendas/%zz/events"],
    ["a path that is not UTF-8", "/v2/agendas/%C3%28"],
    ["a bad parameter", `${main}/events?size=301`, {}, "ownerless"],
    ["a bad cursor", `${main}/events?after[]=x`, {}, "ownerless"],
    ["a bad language", `${main}/events`, post(onlineBody, { lang: "français" }), "moderatorToken"]
  ]],
  [414, "uri-too-long", "a request line holds at most 32768 bytes", [["a long request line", `/v2/agendas?x=${"a".repeat(33_000)}`]]],
  [401, "unauthorized", "a key or an access token is needed", [
    ["no credential", main],
    ...[
      "/v2/agendas?size=x",
      "/v2/me/agendas?limit=x",
      `${main}?detailed=x`,
      `${main}/events?size=x`,
      `${main}/events/1?detailed=x`,
      `${main}/locations?size=x`
    ].map((path) => [`no credential, ${path}`, path] as const)
  ]],
  [401, "unauthorized", "writing needs an access token", [
    ["a write with a key that only reads", `${main}/events`, post(onlineBody), "moderatorKey"]
  ]],
  [401, "unauthorized", "this is not a secret key", [["a secret that is none", "/v2/requestAccessToken", post({ code: "nothing" })]]],
  [403, "forbidden", "could not find user or agenda matching key", [["an unknown key", main, {}, "unknownKey"]]],
  [400, "validation", "data is invalid", [
    ["malformed JSON", `${main}/events`, post('{"title":', { "content-type": "application/json" }), "moderatorToken"],
    ["an empty body", `${main}/events`, { method: "POST" }, "moderatorToken"],
    ["a body that is not UTF-8", `${main}/events`, post(Uint8Array.of(0x7B, 0x22, 0xFF, 0x22, 0x7D)), "moderatorToken"],
    ["no field at all", `${main}/events`, post({}), "moderatorToken"],
    ["a list for a body", `${main}/events`, post([]), "moderatorToken"],
    ["no secret", "/v2/requestAccessToken", post({})],
    ["a number for a secret", "/v2/requestAccessToken", post({ code: 5 })]
  ]],
  [415, "unsupported-media-type", "bodies of type application/xml are not read, JSON and forms are", [
    ["a body of another type", `${main}/events`, post("<event/>", { "content-type": "application/xml" }), "moderatorToken"]
  ]],
  [415, "unsupported-media-type", "encoded bodies are not read", [
    ["an encoded body", `${main}/events`, post("{}", { "content-encoding": "gzip" }), "moderatorToken"]
  ]],
  [413, "content-too-large", "a body holds at most 2097152 bytes", [
    ["a body that says it is too large", `${main}/events`, post(JSON.stringify({ title: "x".repeat(2_200_000) })), "moderatorToken"],
    [
      "a body that turns out to be too large",
      `${main}/events`,
      post(Buffer.alloc(3_000_000, 0x20), { "transfer-encoding": "chunked" }),
      "moderatorToken"
    ]
  ]]
]

layer(TestWorld.layer(), { excludeTestServices: true })("the error body", (it) => {
  for (const [status, kind, message, rows] of refused) {
    for (const [label, path, call = {}, as] of rows) {
      it.effect(label, () =>
        Effect.gen(function*() {
          const { credentials, send } = yield* TestWorld
          const headers = as === undefined ? {} : credentials[as]
          expectProblem(yield* send(path, { ...call, headers: { ...call.headers, ...headers } }), status, kind, message)
        }))
    }
  }

  it.effect("is application/problem+json when Accept requests it", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      for (const path of ["/nothing", "/v2/agendas", "/v2/agendas/%zz"]) {
        const answer = yield* send(path, { headers: { accept: "application/problem+json, application/json;q=0.5" } })
        expect(answer.headers["content-type"]).toBe("application/problem+json")
        expect(isProblem(answer.body)).toBe(true)
      }
    }))

  it.effect("lists the methods of a path", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      expect((yield* send("/v2/agendas", { method: "PUT" })).headers["allow"]).toBe("GET, HEAD, OPTIONS")
      expect((yield* send("/v2/requestAccessToken", { method: "HEAD" })).status).toBe(405)
    }))

  it.effect("has the WWW-Authenticate header of RFC 9110", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      expect((yield* send("/v2/agendas")).headers["www-authenticate"]).toContain("Bearer")
    }))

  it.effect("truncates the refused value and lists every error", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const answer = yield* send(`${main}/events?sort=${"x".repeat(500)}&size=301&uid=a&detailed=no`, { headers: credentials.ownerless })
      expect(at(answer.body, "errors")).toMatchObject([
        { code: "parameter.invalid", field: "uid", origin: "a", step: "validation" },
        { code: "parameter.invalid", field: "sort", origin: "x".repeat(200), step: "validation" },
        { code: "parameter.invalid", field: "size", origin: "301", info: { takes: "a whole number from 0 to 300" } },
        { code: "parameter.invalid", field: "detailed", origin: "no" }
      ])
      expect(at(answer.body, "detail")).toMatch(/^uid takes .*; sort takes .*; size takes .*; and 1 more$/)
    }))

  it.effect("truncates a list of more than a thousand errors", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const query = Array.from({ length: 1_500 }, () => "uid[]=x").join("&")
      const errors = at((yield* send(`${main}/events?${query}`, { headers: credentials.ownerless })).body, "errors")
      expect(errors).toHaveLength(1_001)
      expect(at(errors, 1_000)).toMatchObject({ code: "tooMany", field: "errors", info: { more: 500 } })
    }))
})
