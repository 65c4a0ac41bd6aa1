import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { defaultSettings } from "@agenda-engine/http/HttpSettings"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { RequestListener } from "node:http"
import * as Net from "node:net"
import { at } from "../../../test/world/at.js"
import { onlineBody } from "../../../test/world/bodies.js"
import { defaultSockets, type SocketLimits } from "../../src/config/ServerConfig.js"
import * as NodeServer from "../../src/node/NodeServer.js"
import { rawExchange, statusesIn } from "../world/rawExchange.js"
import { agendas, make } from "../world/World.js"

const main = `/v2/agendas/${agendas.main}`
const connect = "CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n"

const serving = (listener: RequestListener, sockets: Partial<SocketLimits> = {}) =>
  Effect.gen(function*() {
    const { connections, server } = yield* NodeServer.make(defaultSettings, { ...defaultSockets, ...sockets })
    server.on("request", connections.listener(listener, (_request, response) => response.writeHead(503).end()))
    return yield* NodeServer.listen(server, "127.0.0.1", 0)
  })

/**
 * Writes `first`, and `rest` in the same turn in which the first bytes of an answer arrive. Returns all that comes
 * until the connection closes.
 */
const exchangeLate = (port: number, first: string, rest: string): Effect.Effect<string> =>
  Effect.async((resume) => {
    const socket = Net.connect(port, "127.0.0.1", () => socket.write(first))
    const chunks: Array<Buffer> = []
    socket.once("data", () => socket.write(rest))
    socket.on("data", (chunk) => chunks.push(chunk))
    socket.on("error", (error) => chunks.push(Buffer.from(String(error))))
    socket.on("close", () => resume(Effect.succeed(Buffer.concat(chunks).toString("utf8"))))
    return Effect.sync(() => socket.destroy())
  })

const post = (token: string): readonly [head: string, body: string] => {
  const body = JSON.stringify(onlineBody)
  const lines = ["host: a", `access-token: ${token}`, "content-type: application/json", `content-length: ${Buffer.byteLength(body)}`]
  return [`POST ${main}/events HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`, body]
}

describe("a CONNECT that is pipelined", () => {
  it.live("after a write is refused after the response to the write", () =>
    Effect.gen(function*() {
      const { credentials, port, send } = yield* make(MemoryStores.layer)
      const [head, body] = post(credentials.administratorToken["access-token"])
      expect(statusesIn(yield* rawExchange(port, head + body + connect))).toEqual([200, 405])
      expect(at((yield* send(`${main}/events`, { headers: credentials.ownerless })).body, "total")).toBe(1)
    }).pipe(Effect.scoped))

  it.live("after a large response is refused after its last byte", () =>
    Effect.gen(function*() {
      const length = 24 * 1_024 * 1_024
      const port = yield* serving((_request, response) => response.writeHead(200, { "content-length": length }).end(new Uint8Array(length)))
      const answers = yield* rawExchange(port, `GET / HTTP/1.1\r\nhost: a\r\n\r\n${connect}`)
      expect(statusesIn(answers)).toEqual([200, 405])
      const body = answers.indexOf("\r\n\r\n") + 4
      expect(answers.indexOf("HTTP/1.1 405")).toBe(body + length)
    }).pipe(Effect.scoped))
})

describe("a write whose body is complete only after the refusal", () => {
  const refused = (status: number, sockets: Partial<SocketLimits>) =>
    Effect.gen(function*() {
      const { credentials, port, send } = yield* make(MemoryStores.layer, { sockets })
      const [head, body] = post(credentials.administratorToken["access-token"])
      const answers = yield* exchangeLate(port, head + body.slice(0, 20), body.slice(20) + head + body)
      expect(statusesIn(answers)).toEqual([status])
      expect(at((yield* send(`${main}/events`, { headers: credentials.ownerless })).body, "total")).toBe(0)
    })

  it.live("with 408 is not executed, nor is the next request", () =>
    Effect.scoped(refused(408, { request_seconds: 1, headers_seconds: 1 })))

  it.live("with 503 is not executed, nor is the next request", () => Effect.scoped(refused(503, { answer_seconds: 1 })))
})

it.live("a DELETE whose body is unreadable or too long deletes nothing", () =>
  Effect.gen(function*() {
    const { credentials, port, send } = yield* make(MemoryStores.layer)
    const made = yield* send(`${main}/events`, { method: "POST", headers: credentials.administratorToken, body: onlineBody })
    const path = `${main}/events/${String(at(made.body, "event", "uid"))}`
    const head = `DELETE ${path} HTTP/1.1\r\nhost: a\r\naccess-token: ${credentials.administratorToken["access-token"]}\r\n`
    const broken = yield* rawExchange(port, `${head}transfer-encoding: chunked\r\n\r\n`, "no size\r\n")
    expect(statusesIn(broken)).toEqual([400])
    const long = yield* send(path, { method: "DELETE", headers: credentials.administratorToken, body: "x".repeat(3_000_000) })
    expect(long.status).toBe(413)
    expect((yield* send(path, { headers: credentials.ownerless })).status).toBe(200)
  }).pipe(Effect.scoped))

it.live("requests pipelined after one whose body timed out are not executed, and the connection closes", () =>
  Effect.gen(function*() {
    const started: Array<string> = []
    const port = yield* serving(({ url = "" }, response) => {
      started.push(url)
      setTimeout(() => response.writeHead(200, { "content-length": 2 }).end("ok"), 4_000)
    }, { request_seconds: 1, headers_seconds: 1 })
    const exchange = Effect.async<string>((resume) => {
      const incomplete = "POST /late HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n12345"
      const socket = Net.connect(port, "127.0.0.1", () => socket.write(`GET /slow HTTP/1.1\r\nhost: a\r\n\r\n${incomplete}`))
      setTimeout(() => socket.write("67890GET /behind HTTP/1.1\r\nhost: a\r\n\r\n"), 3_000)
      let text = ""
      socket.setEncoding("utf8").on("data", (chunk) => text += chunk)
      socket.on("close", () => resume(Effect.succeed(text)))
    })
    expect(statusesIn(yield* exchange)).toEqual([200, 408])
    expect(started).toEqual(["/slow"])
  }).pipe(Effect.scoped), 15_000)

it.live("a HEAD refused before routing is answered without a body", () =>
  Effect.gen(function*() {
    const { port } = yield* make(MemoryStores.layer)
    const answer = yield* rawExchange(port, "HEAD / HTTP/1.1\r\nhost: a b\r\n\r\n")
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\n$/)
    expect(answer).toMatch(/content-length: [1-9]/)
  }).pipe(Effect.scoped))

it.live("a client that half-closes its connection before the response gets none", () =>
  Effect.gen(function*() {
    let started = 0
    const port = yield* serving((_request, response) => {
      started++
      setTimeout(() => response.end("late"), 200)
    })
    const text = yield* Effect.async<string>((resume) => {
      const socket = Net.connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => socket.end("GET / HTTP/1.1\r\nhost: a\r\n\r\n"))
      let text = ""
      socket.setEncoding("utf8").on("data", (chunk) => text += chunk)
      socket.on("close", () => resume(Effect.succeed(text)))
    })
    expect([started, text]).toEqual([1, ""])
  }).pipe(Effect.scoped))
