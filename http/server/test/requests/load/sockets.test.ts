import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Net from "node:net"
import { agendas, make } from "../../world/World.js"

/** Sends bytes as they are and answers all that comes back until the connection closes. */
const exchange = (port: number, text: string) =>
  Effect.async<string>((resume) => {
    const socket = Net.connect(port, "127.0.0.1", () => socket.write(text))
    const chunks: Array<Buffer> = []
    socket.on("data", (chunk) => chunks.push(chunk))
    socket.on("error", () => {})
    socket.on("close", () => resume(Effect.succeed(Buffer.concat(chunks).toString("utf8"))))
  })

const expectRaw = (answer: string, status: number, kind: string) => {
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({
    type: `https://agenda.example/problems/${kind}`,
    status,
    success: false,
    errors: []
  })
}

describe("a malformed request", () => {
  it.live("is refused with the common error body", () =>
    Effect.gen(function*() {
      const { port } = yield* make(MemoryStores.layer)
      expectRaw(yield* exchange(port, "nonsense\r\n\r\n"), 400, "malformed-request")
      expectRaw(yield* exchange(port, `GET /${"a".repeat(200_000)} HTTP/1.1\r\nhost: a\r\n\r\n`), 414, "uri-too-long")
      expectRaw(yield* exchange(port, `GET / HTTP/1.1\r\nhost: a\r\n${"x: abcdefgh\r\n".repeat(20_000)}\r\n`), 431, "headers-too-large")
    }).pipe(Effect.scoped))

  it.live("is refused with absolute URLs, a request id and CORS headers, like every error", () =>
    Effect.gen(function*() {
      const { port } = yield* make(MemoryStores.layer, { settings: { publicUrl: "https://agenda.example" } })
      const answer = yield* exchange(port, "nonsense\r\n\r\n")
      expect(answer).toContain('"type":"https://agenda.example/problems/malformed-request"')
      expect(answer).toMatch(/\r\nx-request-id: [0-9a-f]{16}\r\n/)
      expect(answer).toContain("\r\naccess-control-allow-origin: *\r\n")
    }).pipe(Effect.scoped))

  it.live("times out when it does not arrive", () =>
    Effect.gen(function*() {
      const { port } = yield* make(MemoryStores.layer, { sockets: { headers_seconds: 1, request_seconds: 1 } })
      expectRaw(yield* exchange(port, "GET / HTTP/1.1\r\nhost: a"), 408, "request-timeout")
    }).pipe(Effect.scoped), 40_000)
})

describe("rare requests", () => {
  it.live("an absolute request target, and one with a fragment, are accepted", () =>
    Effect.gen(function*() {
      const { credentials, port } = yield* make(MemoryStores.layer)
      const ask = (target: string) =>
        exchange(port, `GET ${target} HTTP/1.1\r\nhost: a\r\nkey: ${credentials.ownerless.key}\r\nconnection: close\r\n\r\n`)
      expect(yield* ask("http://a/v2/agendas?size=1")).toMatch(/^HTTP\/1.1 200 /)
      expect(yield* ask("/v2/agendas#x?size=x")).toMatch(/^HTTP\/1.1 200 /)
    }).pipe(Effect.scoped))

  it.live("an Upgrade header is ignored", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* make(MemoryStores.layer)
      const answer = yield* send("/v2/requestAccessToken", {
        method: "POST",
        body: { code: "x" },
        headers: { ...credentials.ownerless, connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AAA" }
      })
      expect(answer.status).toBe(401)
    }).pipe(Effect.scoped))

  it.live("a request line of 32 KiB is accepted", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* make(MemoryStores.layer)
      const list = Array.from({ length: 2_900 }, (_, index) => `uid[]=${1_000 + index}`).join("&")
      const path = `/v2/agendas/${agendas.main}/events?${list}`
      expect(path.length).toBeGreaterThan(31_000)
      const answer = yield* send(path, { headers: credentials.ownerless })
      expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    }).pipe(Effect.scoped))
})

/** The lines on the request that is gone, once there are some. */
const logged = (log: ReadonlyArray<string>) =>
  Effect.repeat(
    Effect.delay(Effect.sync(() => log.filter((line) => line.includes("requestId=gone"))), "20 millis"),
    { until: ({ length }) => length > 0 }
  )

describe("a client that disconnects", () => {
  it.live("is waited for before the stores close, where its request cannot be interrupted", () =>
    Effect.gen(function*() {
      const ended: Array<string> = []
      const searching = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      const search = Effect.zipRight(Deferred.succeed(searching, undefined), Deferred.await(release)).pipe(
        Effect.zipRight(Effect.sync(() => ended.push("request"))),
        Effect.uninterruptible,
        Effect.zipRight(Effect.never)
      )
      const slow = Layer.map(MemoryStores.layer, (context) =>
        Context.add(context, EventSearch, { ...Context.get(context, EventSearch), search: () => search }))
      const closing = Layer.scopedDiscard(Effect.addFinalizer(() =>
        Effect.sync(() => ended.push("stores"))
      ))
      const scope = yield* Scope.make()
      const { credentials, port } = yield* Scope.extend(make(Layer.merge(slow, closing)), scope)
      const head = `GET /v2/agendas/${agendas.main}/events HTTP/1.1\r\nhost: a\r\nkey: ${credentials.ownerless.key}\r\n\r\n`
      const socket = Net.connect(port, "127.0.0.1", () => socket.write(head))
      yield* Deferred.await(searching)
      socket.destroy()
      const closed = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* Effect.sleep("300 millis")
      expect(ended).toEqual([])
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(closed)
      expect(ended).toEqual(["request", "stores"])
    }))

  it.live("leaves a log line, and its request is interrupted", () =>
    Effect.gen(function*() {
      const log: Array<string> = []
      const searching = yield* Deferred.make<void>()
      const givenUp = yield* Deferred.make<void>()
      const stuck = Layer.map(MemoryStores.layer, (context) =>
        Context.add(context, EventSearch, {
          ...Context.get(context, EventSearch),
          search: () =>
            Effect.onInterrupt(
              Effect.zipRight(Deferred.succeed(searching, undefined), Effect.never),
              () => Deferred.succeed(givenUp, undefined)
            )
        }))
      const { credentials, port } = yield* make(stuck, { log: (line) => log.push(line) })
      const head =
        `GET /v2/agendas/${agendas.main}/events HTTP/1.1\r\nhost: a\r\nx-request-id: gone\r\nkey: ${credentials.ownerless.key}\r\n\r\n`
      const socket = Net.connect(port, "127.0.0.1", () => socket.write(head))
      yield* Deferred.await(searching)
      socket.destroy()
      yield* Deferred.await(givenUp)
      expect(yield* logged(log)).toEqual([expect.stringContaining("status=499")])
    }).pipe(Effect.scoped))

  it.live("leaves as much when its authorization is cached", () =>
    Effect.gen(function*() {
      const log: Array<string> = []
      const searching = yield* Deferred.make<void>()
      const givenUp = yield* Deferred.make<void>()
      const stands = { stuck: false }
      const stores = Layer.map(MemoryStores.layer, (context) => {
        const events = Context.get(context, EventSearch)
        return Context.add(context, EventSearch, {
          ...events,
          search: (plan) =>
            Effect.suspend(() =>
              stands.stuck
                ? Deferred.succeed(searching, undefined).pipe(
                  Effect.zipRight(Effect.never),
                  Effect.onInterrupt(() => Deferred.succeed(givenUp, undefined))
                )
                : events.search(plan)
            )
        })
      })
      const { credentials, port, send } = yield* make(stores, { log: (line) => log.push(line) })
      const path = `/v2/agendas/${agendas.main}/events`
      yield* send(path, { headers: credentials.ownerless })
      stands.stuck = true
      const socket = Net.connect(port, "127.0.0.1", () =>
        socket.write(`GET ${path}?size=1 HTTP/1.1\r\nhost: a\r\nx-request-id: gone\r\nkey: ${credentials.ownerless.key}\r\n\r\n`))
      yield* Deferred.await(searching)
      socket.destroy()
      yield* Deferred.await(givenUp)
      expect(yield* logged(log)).toEqual([expect.stringContaining("status=499")])
      expect(log.filter((line) =>
        line.includes("level=ERROR")
      )).toEqual([])
    }).pipe(Effect.scoped))
})

describe("a client that does not close its side", () => {
  it.live("is disconnected after a refusal", () =>
    Effect.gen(function*() {
      const { port } = yield* make(MemoryStores.layer)
      for (
        const request of ["nonsense\r\n\r\n", "GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n", "CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n"]
      ) {
        const socket = Net.connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => socket.write(request))
        yield* Effect.async<void>((resume) => {
          socket.resume().on("error", () => {}).once("close", () => resume(Effect.void))
          const writing = setInterval(() => socket.write("x"), 200)
          return Effect.sync(() => {
            clearInterval(writing)
            socket.destroy()
          })
        }).pipe(Effect.timeout("20 seconds"))
      }
    }).pipe(Effect.scoped), 70_000)
})

describe("a request that takes too long", () => {
  it.live("is answered 503, and the work is interrupted", () =>
    Effect.gen(function*() {
      const interrupted = yield* Deferred.make<void>()
      const stuck = Layer.map(MemoryStores.layer, (context) =>
        Context.add(context, EventSearch, {
          ...Context.get(context, EventSearch),
          search: () => Effect.onInterrupt(Effect.never, () => Deferred.succeed(interrupted, undefined))
        }))
      const { credentials, port } = yield* make(stuck, { sockets: { answer_seconds: 1 } })
      const answer = yield* exchange(
        port,
        `GET /v2/agendas/${agendas.main}/events HTTP/1.1\r\nhost: a\r\nkey: ${credentials.ownerless.key}\r\n\r\n`
      )
      expectRaw(answer, 503, "unavailable")
      expect(answer).toContain("\r\nretry-after: 5\r\n")
      yield* Deferred.await(interrupted)
    }).pipe(Effect.scoped))

  it.live("is answered when only part of the body has arrived, and its memory is released", () =>
    Effect.gen(function*() {
      const { port } = yield* make(MemoryStores.layer, { sockets: { answer_seconds: 1 } })
      const head = "POST /v2/requestAccessToken HTTP/1.1\r\nhost: a\r\ncontent-length: 50000\r\n\r\n"
      expectRaw(yield* exchange(port, `${head}${"x".repeat(40_000)}`), 503, "unavailable")
    }).pipe(Effect.scoped))
})

describe("shutdown", () => {
  it.live("finishes active requests, and accepts no new ones", () =>
    Effect.gen(function*() {
      const arrived = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      const slow = Layer.map(MemoryStores.layer, (context) => {
        const events = Context.get(context, EventSearch)
        return Context.add(context, EventSearch, {
          ...events,
          search: (plan) =>
            Deferred.succeed(arrived, undefined).pipe(Effect.zipRight(Deferred.await(release)), Effect.zipRight(events.search(plan)))
        })
      })
      const scope = yield* Scope.make()
      const { credentials, port, send } = yield* Scope.extend(make(slow), scope)
      const underWay = yield* Effect.fork(send(`/v2/agendas/${agendas.main}/events`, { headers: credentials.ownerless }))
      yield* Deferred.await(arrived)
      const stopping = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* Effect.sleep("50 millis")
      expect(yield* exchange(port, "GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n")).toBe("")
      yield* Deferred.succeed(release, undefined)
      expect((yield* Fiber.join(underWay)).status).toBe(200)
      yield* Fiber.join(stopping)
    }))

  it.live("cuts requests that take too long", () =>
    Effect.gen(function*() {
      const stuck = Layer.map(MemoryStores.layer, (context) =>
        Context.add(context, EventSearch, { ...Context.get(context, EventSearch), search: () => Effect.never }))
      const scope = yield* Scope.make()
      const { credentials, port } = yield* Scope.extend(make(stuck, { sockets: { drain_seconds: 1 } }), scope)
      const key = credentials.ownerless.key
      const cut = yield* Effect.fork(exchange(port, `GET /v2/agendas/${agendas.main}/events HTTP/1.1\r\nhost: a\r\nkey: ${key}\r\n\r\n`))
      yield* Effect.sleep("100 millis")
      yield* Scope.close(scope, Exit.void)
      expect(yield* Fiber.join(cut)).toBe("")
    }))
})
