import { defaultSettings } from "@agenda-engine/http/HttpSettings"
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import type { RequestListener } from "node:http"
import * as Net from "node:net"
import { defaultSockets, type SocketLimits } from "../../../src/config/ServerConfig.js"
import { pipelined_max } from "../../../src/node/Connections.js"
import * as NodeServer from "../../../src/node/NodeServer.js"

/** More than the operating system takes of a connection whose client does not read. */
const large_bytes = 24 * 1_024 * 1_024

/** Answers `/large` with a new large body, `/small` with a small one, `/slow` when `release` is done. */
const serving = (sockets: Partial<SocketLimits>, slow: Effect.Effect<unknown> = Effect.never) =>
  Effect.gen(function*() {
    const started: Array<string> = []
    const ended: Array<string> = []
    const { connections, server } = yield* NodeServer.make(defaultSettings, { ...defaultSockets, ...sockets })
    const answer: RequestListener = ({ url = "" }, response) => {
      started.push(url)
      const end = (body: Uint8Array) =>
        response.writeHead(200, { "content-length": body.byteLength }).end(body, () => {
          ended.push(url)
        })
      if (url === "/slow") Effect.runFork(Effect.map(slow, () => end(new Uint8Array(2))))
      else end(new Uint8Array(url === "/large" ? large_bytes : 2))
    }
    server.on("request", connections.listener(answer, (_request, response) => response.writeHead(503).end()))
    return { started, ended, port: yield* NodeServer.listen(server, "127.0.0.1", 0) }
  })

const head = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`

const connect = (port: number) =>
  Effect.acquireRelease(
    Effect.async<Net.Socket>((resume) => {
      const socket = Net.connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
      socket.on("error", () => {})
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

/** Asks without reading what comes. */
const asking = (port: number, text: string) =>
  Effect.tap(connect(port), (socket) =>
    Effect.sync(() => {
      socket.pause()
      socket.write(text)
    }))

/** Reads a connection until it closes: how many bytes came, and the first of them as text. */
const reading = (socket: Net.Socket) =>
  Effect.async<{ readonly bytes: number; readonly start: string }>((resume) => {
    let bytes = 0
    let start = ""
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length
      if (start.length < 1_024) start += chunk.toString("latin1", 0, 1_024)
    })
    socket.on("close", () => resume(Effect.succeed({ bytes, start })))
    socket.resume()
  })

/** Reads a connection until it closes, a piece at a time with pauses between them: how many bytes came. */
const readingSteadily = (socket: Net.Socket, pause_ms: number) =>
  Effect.async<number>((resume) => {
    let bytes = 0
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length
      socket.pause()
      setTimeout(() => socket.resume(), pause_ms)
    })
    socket.on("close", () => resume(Effect.succeed(bytes)))
    socket.resume()
  })

const until = (isDone: () => boolean) => Effect.repeat(Effect.sleep("10 millis"), { until: isDone })

describe("a client that does not read its response", () => {
  it.live("is disconnected after a while, and the waiting handler is notified", () =>
    Effect.gen(function*() {
      const { ended, port } = yield* serving({ stall_seconds: 1 })
      const socket = yield* asking(port, head("/large"))
      yield* until(() => ended.length === 1)
      expect((yield* reading(socket)).bytes).toBeLessThan(large_bytes)
    }).pipe(Effect.scoped))

  it.live("is disconnected sooner when others need the memory", () =>
    Effect.gen(function*() {
      const { ended, port, started } = yield* serving({ unsent_bytes_max: 2 * large_bytes })
      const slow = yield* Effect.forEach([1, 2, 3, 4], () => Effect.tap(asking(port, head("/large")), () => Effect.sleep("20 millis")))
      yield* until(() => started.length === 4 && ended.length >= 2)
      const taken = yield* Effect.forEach(slow, (socket) =>
        Effect.map(Effect.timeoutOption(reading(socket), "2 seconds"), (read) =>
          read._tag === "Some" ? read.value.bytes : large_bytes))
      expect(taken.map((bytes) =>
        bytes >= large_bytes
      )).toEqual([false, false, true, true])
    }).pipe(Effect.scoped))

  it.live("gets the whole response as long as it reads some of it", () =>
    Effect.gen(function*() {
      const { port } = yield* serving({ stall_seconds: 2 })
      const socket = yield* asking(port, "GET /large HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
      const read = yield* Effect.fork(reading(socket))
      for (let pause = 0; pause < 6; pause++) {
        yield* Effect.sync(() => socket.pause())
        yield* Effect.sleep("500 millis")
        yield* Effect.sync(() => socket.resume())
        yield* Effect.sleep("20 millis")
      }
      expect((yield* Fiber.join(read)).bytes).toBeGreaterThan(large_bytes)
    }).pipe(Effect.scoped))

  it.live("is disconnected when reading the whole response takes too long, however steadily it reads", () =>
    Effect.gen(function*() {
      const { port } = yield* serving({ send_seconds: 1 })
      const socket = yield* asking(port, "GET /large HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
      const bytes = yield* readingSteadily(socket, 20)
      expect(bytes).toBeGreaterThan(0)
      expect(bytes).toBeLessThan(large_bytes)
    }).pipe(Effect.scoped))

  it.live("is disconnected when it has too many pipelined requests", () =>
    Effect.gen(function*() {
      const { port, started } = yield* serving({})
      const socket = yield* asking(port, head("/slow").repeat(pipelined_max + 2))
      expect((yield* reading(socket)).bytes).toBe(0)
      expect(started).toHaveLength(1)
    }).pipe(Effect.scoped))

  it.live("that left before the response does not block its handler", () =>
    Effect.gen(function*() {
      const release = yield* Deferred.make<void>()
      const { ended, port, started } = yield* serving({}, Deferred.await(release))
      const socket = yield* asking(port, head("/slow"))
      yield* until(() => started.length === 1)
      yield* Effect.sync(() => socket.destroy())
      yield* Effect.sleep("100 millis")
      yield* Deferred.succeed(release, undefined)
      yield* until(() => ended.length === 1)
    }).pipe(Effect.scoped))

  it.live("has one response computed at a time, however many requests it sends", () =>
    Effect.gen(function*() {
      const { port, started } = yield* serving({})
      const socket = yield* asking(port, head("/large").repeat(20))
      yield* Effect.sleep("200 millis")
      expect(started).toHaveLength(1)
      socket.destroy()
      yield* Effect.sleep("50 millis")
      expect(started).toHaveLength(1)
    }).pipe(Effect.scoped))
})

it.live("requests that are pipelined are answered in their order", () =>
  Effect.gen(function*() {
    const { port, started } = yield* serving({}, Effect.sleep("50 millis"))
    const socket = yield* connect(port)
    socket.write(`${head("/slow")}${head("/small")}GET /large HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
    expect((yield* reading(socket)).bytes).toBeGreaterThan(large_bytes)
    expect(started).toEqual(["/slow", "/small", "/large"])
  }).pipe(Effect.scoped))

describe("malformed bytes", () => {
  const malformed = "GET / HTTP/1.1\r\nbad header\r\n\r\n"

  it.live("after valid requests are refused after the responses to these", () =>
    Effect.gen(function*() {
      const { port, started } = yield* serving({}, Effect.sleep("50 millis"))
      const socket = yield* connect(port)
      socket.write(`${head("/slow")}${head("/small")}${malformed}`)
      expect((yield* reading(socket)).start.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 400"])
      expect(started).toEqual(["/slow", "/small"])
    }).pipe(Effect.scoped))

  it.live("in a body are refused at once, or after the responses before it", () =>
    Effect.gen(function*() {
      const { port, started } = yield* serving({}, Effect.sleep("50 millis"))
      const broken = "POST /slow HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nno size\r\n"
      const alone = yield* connect(port)
      alone.write(broken)
      expect((yield* reading(alone)).start.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400"])
      started.length = 0
      const behind = yield* connect(port)
      behind.write(`${head("/slow")}${broken}`)
      expect((yield* reading(behind)).start.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"])
      expect(started).toEqual(["/slow"])
    }).pipe(Effect.scoped))
})

it.live("a request with an Upgrade header is answered, and is the last of its connection", () =>
  Effect.gen(function*() {
    const { port } = yield* serving({})
    const socket = yield* connect(port)
    socket.write(`GET /small HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n${head("/small")}`)
    expect((yield* reading(socket)).start).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i)
  }).pipe(Effect.scoped))

describe("a server that stops", () => {
  const stopping = (slow: Effect.Effect<unknown> = Effect.never, sockets: Partial<SocketLimits> = {}) =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const served = yield* Scope.extend(serving(sockets, slow), scope)
      return { ...served, stop: Scope.close(scope, Exit.void) }
    })

  it.live("sends a large response to its end", () =>
    Effect.gen(function*() {
      const { port, started, stop } = yield* stopping()
      const socket = yield* asking(port, head("/large"))
      yield* until(() => started.length === 1)
      const stopped = yield* Effect.fork(stop)
      yield* Effect.sleep("300 millis")
      expect((yield* reading(socket)).bytes).toBeGreaterThan(large_bytes)
      yield* Fiber.join(stopped)
    }).pipe(Effect.scoped))

  it.live("adds Connection: close to the responses of active requests", () =>
    Effect.gen(function*() {
      const release = yield* Deferred.make<void>()
      const { port, started, stop } = yield* stopping(Deferred.await(release))
      const socket = yield* asking(port, head("/slow"))
      yield* until(() => started.length === 1)
      const stopped = yield* Effect.fork(stop)
      yield* Effect.sleep("100 millis")
      yield* Deferred.succeed(release, undefined)
      expect((yield* reading(socket)).start).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n/im)
      yield* Fiber.join(stopped)
    }).pipe(Effect.scoped))

  it.live("answers a request sent on a persistent connection during shutdown, and closes it", () =>
    Effect.gen(function*() {
      const { port, started, stop } = yield* stopping()
      const socket = yield* connect(port)
      const read = yield* Effect.fork(reading(socket))
      socket.write(head("/small"))
      yield* until(() => started.length === 1)
      const stopped = yield* Effect.fork(stop)
      yield* Effect.sleep("200 millis")
      socket.write(head("/small"))
      const { start } = yield* Fiber.join(read)
      expect(start.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
      expect(start.match(/connection: close/gi)).toHaveLength(1)
      yield* Fiber.join(stopped)
    }).pipe(Effect.scoped))
})

it.live("a connection beyond the limit gets 503, and no other is closed for it", () =>
  Effect.gen(function*() {
    const { port, started } = yield* serving({ connections_max: 2 })
    const kept = yield* Effect.forEach([1, 2], () => connect(port))
    const over = yield* asking(port, head("/small"))
    expect((yield* reading(over)).start).toMatch(/^HTTP\/1\.1 503 [^]*connection: close/i)
    expect(started).toEqual([])
    kept.forEach((socket) => socket.end(head("/small")))
    const read = yield* Effect.forEach(kept, reading, { concurrency: "unbounded" })
    read.forEach(({ start }) => expect(start).toMatch(/^HTTP\/1\.1 200 /))
  }).pipe(Effect.scoped))
