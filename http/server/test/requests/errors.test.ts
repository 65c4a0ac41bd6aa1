import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import { onlineBody } from "../../../test/world/bodies.js"
import { expectProblem, isProblem } from "../world/expectProblem.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas, type Call, type CredentialName } from "../world/World.js"

const main = `/v2/agendas/${agendas.main}`
interface Row {
  readonly label: string
  readonly path: string
  readonly as?: CredentialName
  readonly call?: Call
  readonly status: number
  readonly kind: string
  readonly message: string
}

const rows: ReadonlyArray<Row> = [
  { label: "an unknown route", path: "/v2/nothing", status: 404, kind: "not-found", message: "route not found" },
  { label: "an unknown route outside", path: "/nothing", status: 404, kind: "not-found", message: "route not found" },
  { label: "the root", path: "/", status: 404, kind: "not-found", message: "route not found" },
  { label: "another case", path: "/v2/Agendas", status: 404, kind: "not-found", message: "route not found" },
  { label: "an empty segment", path: "/v2//agendas", status: 404, kind: "not-found", message: "route not found" },
  {
    label: "an unprefixed route without the setting",
    path: "/agendas/101/events",
    status: 404,
    kind: "not-found",
    message: "route not found"
  },
  {
    label: "a method that the path does not take",
    path: "/v2/agendas",
    call: { method: "DELETE" },
    status: 405,
    kind: "method-not-allowed",
    message: "allowed methods: GET, HEAD, OPTIONS"
  },
  {
    label: "an unusual method",
    path: main,
    call: { method: "PROPFIND" },
    status: 405,
    kind: "method-not-allowed",
    message: "allowed methods: GET, HEAD, OPTIONS"
  },
  {
    label: "HEAD where only POST is",
    path: "/v2/requestAccessToken",
    call: { method: "GET" },
    status: 405,
    kind: "method-not-allowed",
    message: "allowed methods: POST, OPTIONS"
  },
  {
    label: "a path with a segment of more than 4 096 characters",
    path: `${main}/ext/erp/${"x".repeat(5_000)}`,
    status: 404,
    kind: "not-found",
    message: "route not found"
  },
  { label: "a malformed path", path: "/v2/agendas/%zz/events", status: 400, kind: "parameters", message: "parameters are invalid" },
  { label: "a path that is not UTF-8", path: "/v2/agendas/%C3%28", status: 400, kind: "parameters", message: "parameters are invalid" },
  {
    label: "a long request line",
    path: `/v2/agendas?x=${"a".repeat(33_000)}`,
    status: 414,
    kind: "uri-too-long",
    message: "a request line holds at most 32768 bytes"
  },
  { label: "no credential", path: main, status: 401, kind: "unauthorized", message: "a key or an access token is needed" },
  ...[
    "/v2/agendas?size=x",
    "/v2/me/agendas?limit=x",
    `${main}?detailed=x`,
    `${main}/events?size=x`,
    `${main}/events/1?detailed=x`,
    `${main}/locations?size=x`
  ].map(
    (path) => ({ label: `no credential, ${path}`, path, status: 401, kind: "unauthorized", message: "a key or an access token is needed" })
  ),
  {
    label: "an unknown key",
    path: main,
    as: "unknownKey",
    status: 403,
    kind: "forbidden",
    message: "could not find user or agenda matching key"
  },
  { label: "an unknown agenda", path: "/v2/agendas/9", as: "ownerless", status: 404, kind: "not-found", message: "agenda not found" },
  {
    label: "an agenda that is no number",
    path: "/v2/agendas/abc",
    as: "ownerless",
    status: 404,
    kind: "not-found",
    message: "agenda not found"
  },
  {
    label: "an agenda of too many digits",
    path: `/v2/agendas/${"9".repeat(30)}/events`,
    as: "ownerless",
    status: 404,
    kind: "not-found",
    message: "agenda not found"
  },
  { label: "an unknown slug", path: "/v2/agendas/slug/none", as: "ownerless", status: 404, kind: "not-found", message: "agenda not found" },
  { label: "an unknown event", path: `${main}/events/5`, as: "ownerless", status: 404, kind: "not-found", message: "event not found" },
  {
    label: "an event that is no number",
    path: `${main}/events/abc`,
    as: "ownerless",
    status: 404,
    kind: "not-found",
    message: "event not found"
  },
  {
    label: "an event of 16 digits",
    path: `${main}/events/9007199254740991`,
    as: "ownerless",
    status: 404,
    kind: "not-found",
    message: "event not found"
  },
  {
    label: "an unknown external identifier",
    path: `${main}/events/ext/a/b`,
    as: "ownerless",
    status: 404,
    kind: "not-found",
    message: "event not found"
  },
  {
    label: "an unknown location",
    path: `${main}/locations/5`,
    as: "ownerless",
    status: 404,
    kind: "not-found",
    message: "location not found"
  },
  {
    label: "a bad parameter",
    path: `${main}/events?size=301`,
    as: "ownerless",
    status: 400,
    kind: "parameters",
    message: "parameters are invalid"
  },
  {
    label: "a bad cursor",
    path: `${main}/events?after[]=x`,
    as: "ownerless",
    status: 400,
    kind: "parameters",
    message: "parameters are invalid"
  },
  {
    label: "a bad language",
    path: `${main}/events`,
    as: "moderatorToken",
    call: { method: "POST", body: onlineBody, headers: { lang: "français" } },
    status: 400,
    kind: "parameters",
    message: "parameters are invalid"
  },
  {
    label: "malformed JSON",
    path: `${main}/events`,
    as: "moderatorToken",
    call: { method: "POST", body: '{"title":', headers: { "content-type": "application/json" } },
    status: 400,
    kind: "validation",
    message: "data is invalid"
  },
  {
    label: "an empty body",
    path: `${main}/events`,
    as: "moderatorToken",
    call: { method: "POST" },
    status: 400,
    kind: "validation",
    message: "data is invalid"
  },
  {
    label: "a body that is not UTF-8",
    path: `${main}/events`,
    as: "moderatorToken",
    call: { method: "POST", body: Uint8Array.of(0x7B, 0x22, 0xFF, 0x22, 0x7D) },
    status: 400,
    kind: "validation",
    message: "data is invalid"
  },
  {
    label: "no field at all",
    path: `${main}/events`,
    as: "moderatorToken",
    call: { method: "POST", body: {} },
    status: 400,
    kind: "validation",
    message: "data is invalid"
  },
  {
    label: "a list for a body",
    path: `${main}/events`,
    as: "moderatorToken",
    call: { method: "POST", body: [] },
    status: 400,
    kind: "validation",
    message: "data is invalid"
  },
  {
    label: "a body of another type",
    path: `${main}/events`,
    as: "moderatorToken",
    call: { method: "POST", body: "<event/>", headers: { "content-type": "application/xml" } },
    status: 415,
    kind: "unsupported-media-type",
    message: "bodies of type application/xml are not read, JSON and forms are"
  },
  {
    label: "an encoded body",
    path: `${main}/events`,
    as: "moderatorToken",
    call: { method: "POST", body: "{}", headers: { "content-encoding": "gzip" } },
    status: 415,
    kind: "unsupported-media-type",
    message: "encoded bodies are not read"
  },
  {
    label: "a body that says it is too large",
    path: `${main}/events`,
    as: "moderatorToken",
    call: { method: "POST", body: JSON.stringify({ title: "x".repeat(2_200_000) }) },
    status: 413,
    kind: "content-too-large",
    message: "a body holds at most 2097152 bytes"
  },
  {
    label: "a body that turns out to be too large",
    path: `${main}/events`,
    as: "moderatorToken",
    call: { method: "POST", body: Buffer.alloc(3_000_000, 0x20), headers: { "transfer-encoding": "chunked" } },
    status: 413,
    kind: "content-too-large",
    message: "a body holds at most 2097152 bytes"
  },
  {
    label: "a write with a key that only reads",
    path: `${main}/events`,
    as: "moderatorKey",
    call: { method: "POST", body: onlineBody },
    status: 401,
    kind: "unauthorized",
    message: "writing needs an access token"
  },
  {
    label: "a secret that is none",
    path: "/v2/requestAccessToken",
    call: { method: "POST", body: { code: "nothing" } },
    status: 401,
    kind: "unauthorized",
    message: "this is not a secret key"
  },
  {
    label: "no secret",
    path: "/v2/requestAccessToken",
    call: { method: "POST", body: {} },
    status: 400,
    kind: "validation",
    message: "data is invalid"
  },
  {
    label: "a number for a secret",
    path: "/v2/requestAccessToken",
    call: { method: "POST", body: { code: 5 } },
    status: 400,
    kind: "validation",
    message: "data is invalid"
  }
]

layer(TestWorld.layer(), { excludeTestServices: true })("the error body", (it) => {
  for (const { as, call = {}, kind, label, message, path, status } of rows) {
    it.effect(label, () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const headers = as === undefined || as === "none" ? {} : credentials[as]
        expectProblem(yield* send(path, { ...call, headers: { ...call.headers, ...headers } }), status, kind, message)
      }))
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
