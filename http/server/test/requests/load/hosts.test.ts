import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Net from "node:net"
import { rawExchange, statusesIn } from "../../world/rawExchange.js"
import { agendas, make } from "../../world/World.js"

const close = "connection: close\r\n\r\n"

it.live("a request has exactly one Host header, except in HTTP/1.0", () =>
  Effect.gen(function*() {
    const { port } = yield* make(MemoryStores.layer)
    const rows: ReadonlyArray<readonly [string, number]> = [
      [`GET /health/live HTTP/1.1\r\nhost: a\r\n${close}`, 200],
      [`GET /health/live HTTP/1.1\r\nhost: a\r\nHost: b\r\n${close}`, 400],
      [`GET /health/live HTTP/1.1\r\nhost: a\r\nx: y\r\nHOST: a\r\n${close}`, 400],
      [`GET http://a/health/live HTTP/1.1\r\nhost: a\r\nhost: b\r\n${close}`, 400],
      [`GET /health/live HTTP/1.1\r\nhost: [::1]:3000\r\n${close}`, 200],
      [`GET /health/live HTTP/1.1\r\nhost: a/b@c\r\n${close}`, 400],
      [`GET /health/live HTTP/1.1\r\nhost: a b\r\n${close}`, 400],
      [`GET /health/live HTTP/1.1\r\nhost: [::1\r\n${close}`, 400],
      [`GET /health/live HTTP/1.1\r\nhost: ::1\r\n${close}`, 400],
      [`GET /health/live HTTP/1.1\r\nhost: a:b\r\n${close}`, 400],
      [`GET /health/live HTTP/1.1\r\nhost: a:\r\n${close}`, 200],
      [`GET /health/live HTTP/1.1\r\nhost:\r\n${close}`, 200],
      [`GET /health/live HTTP/1.1\r\n${close}`, 400],
      [`GET /health/live HTTP/1.0\r\n\r\n`, 200],
      [`GET /health/live HTTP/1.0\r\nhost: a\r\nhost: b\r\n\r\n`, 400]
    ]
    for (const [request, status] of rows) {
      const answer = yield* rawExchange(port, request)
      expect(statusesIn(answer), request).toEqual([status])
      if (status === 400) expect(answer).toContain('"success":false')
    }
  }).pipe(Effect.scoped))

it.live("a request with too many headers is refused, and none is dropped silently", () =>
  Effect.gen(function*() {
    const { credentials: { ownerless }, port } = yield* make(MemoryStores.layer)
    const request = (count: number) =>
      [
        `GET /v2/agendas/${agendas.main} HTTP/1.1`,
        "host: a",
        "connection: close",
        ...Array.from({ length: count }, (_, index) => `x${index}: 1`),
        ...Object.entries(ownerless).map(([name, value]) => `${name}: ${value}`),
        "\r\n"
      ].join("\r\n")
    expect(statusesIn(yield* rawExchange(port, request(997)))).toEqual([200])
    const refused = yield* rawExchange(port, request(998))
    expect(statusesIn(refused)).toEqual([431])
    expect(refused).toContain('"success":false')
  }).pipe(Effect.scoped))

it.live("CONNECT is 405", () =>
  Effect.gen(function*() {
    const { port } = yield* make(MemoryStores.layer)
    const answer = yield* rawExchange(port, "CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n\r\n")
    expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/)
    expect(answer).toContain("\r\nallow: GET, ")
    expect(answer).toContain('"success":false')
  }).pipe(Effect.scoped))

it.live("a client that resets its connection after CONNECT has no effect on others", () =>
  Effect.gen(function*() {
    const { port, send } = yield* make(MemoryStores.layer)
    yield* Effect.async<void>((resume) => {
      const socket = Net.connect(port, "127.0.0.1", () => socket.write("CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n"))
      socket.on("data", () => socket.resetAndDestroy())
      socket.on("close", () => resume(Effect.void))
    })
    // An exception that nobody caught fails this run of tests.
    yield* Effect.sleep("50 millis")
    expect((yield* send("/health/live")).status).toBe(200)
  }).pipe(Effect.scoped))

it.live("an unknown expectation is ignored", () =>
  Effect.gen(function*() {
    const { port } = yield* make(MemoryStores.layer)
    const known = yield* rawExchange(
      port,
      `POST /v2/requestAccessToken HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 2\r\n${close}`,
      "{}"
    )
    expect(statusesIn(known)).toEqual([100, 400])
    const unknown = yield* rawExchange(port, `GET /health/live HTTP/1.1\r\nhost: a\r\nexpect: the-moon\r\n${close}`)
    expect(statusesIn(unknown)).toEqual([200])
  }).pipe(Effect.scoped))

it.live("every response has X-Content-Type-Options: nosniff", () =>
  Effect.gen(function*() {
    const { credentials, send } = yield* make(MemoryStores.layer)
    const paths = [
      "/v2/agendas",
      `/v2/agendas/${agendas.main}/events`,
      "/v2/nothing",
      "/health/live",
      "/openapi.json",
      "/nothing",
      "/v2/%ff"
    ]
    for (const path of paths) {
      for (const _ of [1, 2, 3]) {
        const answer = yield* send(path, { headers: credentials.ownerless })
        expect(answer.headers["x-content-type-options"], path).toBe("nosniff")
      }
    }
  }).pipe(Effect.scoped))
