import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Http from "node:http"
import * as Net from "node:net"
import { onlineBody } from "../../../../test/world/bodies.js"
import { rawExchange, statusesIn } from "../../world/rawExchange.js"
import { agendas, make, type World } from "../../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`
const locations = `/v2/agendas/${agendas.main}/locations`
const form = { "content-type": "multipart/form-data; boundary=xx" }

const head = (method: string, path: string, headers: Readonly<Record<string, string | number>>) =>
  `${method} ${path} HTTP/1.1\r\nhost: a\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`

const part = '--xx\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'

const closing = head("GET", "/health/live", { connection: "close" })

describe("a caller who may not write", () => {
  const whoMayNot = ({ credentials }: World) =>
    [
      ["POST", "no credential", events, {}, 401],
      ["POST", "an unknown token", events, credentials.unknownToken, 401],
      ["POST", "a read key", events, { ...credentials.moderatorKey, "content-type": "application/json" }, 401],
      ["POST", "a stranger", events, credentials.strangerToken, 403],
      ["POST", "a stranger to a private agenda", `/v2/agendas/${agendas.private}/events`, credentials.strangerToken, 403],
      ["POST", "a stranger with a place", locations, credentials.strangerToken, 403],
      ["POST", "a contributor who invites", `/v2/agendas/${agendas.main}/members/invite`, credentials.contributorToken, 403],
      ["POST", "a writer to no agenda", "/v2/agendas/999/events", credentials.moderatorToken, 404],
      ["POST", "a writer to what is no uid", "/v2/agendas/x/events", credentials.moderatorToken, 404],
      ["DELETE", "no credential", `${events}/1`, {}, 401],
      ["DELETE", "an unknown token", `${events}/1`, credentials.unknownToken, 401],
      ["DELETE", "a read key", `${events}/1`, { ...credentials.moderatorKey, "content-type": "application/json" }, 401],
      ["DELETE", "a stranger to a private agenda", `/v2/agendas/${agendas.private}/events/1`, credentials.strangerToken, 403],
      ["DELETE", "a stranger to no event", `${events}/1`, credentials.strangerToken, 404],
      ["DELETE", "a stranger to no location", `${locations}/ext/erp/1`, credentials.strangerToken, 404],
      ["DELETE", "a writer to no agenda", "/v2/agendas/999/events/1", credentials.moderatorToken, 404],
      ["DELETE", "a writer to what is no uid", `${events}/x`, credentials.moderatorToken, 404]
    ] as const

  it.live("is answered before the body has arrived", () =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer)
      for (const [method, who, path, credential, status] of whoMayNot(world)) {
        const sent = head(method, path, {
          "content-type": who === "no credential" ? "application/json" : form["content-type"],
          "content-length": 20_000_000,
          ...credential,
          connection: "close"
        })
        const answer = yield* Effect.timeout(rawFirst(world.port, sent), "30 seconds")
        expect(answer, `${method}: ${who}`).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      }
    }).pipe(Effect.scoped))

  it.live("gets the refusal whatever is wrong with a body that has arrived", () =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer)
      const bodies = [["application/json", "{"], ["text/plain", "x"], ["application/json", "x".repeat(3_000_000)]] as const
      for (const [method, who, path, credential, status] of whoMayNot(world)) {
        for (const [type, body] of bodies) {
          const headers = { ...credential, "content-type": type }
          expect((yield* world.send(path, { method, body, headers })).status, `${method}: ${who}: ${type}`).toBe(status)
        }
      }
    }).pipe(Effect.scoped))
})

/** The first answer on a connection whose request is never completed. */
const rawFirst = (port: number, ...parts: ReadonlyArray<string | Uint8Array>): Effect.Effect<string> =>
  Effect.async((resume) => {
    const socket = Net.connect(port, "127.0.0.1", () => parts.forEach((part) => socket.write(part)))
    socket.once("data", (chunk) => {
      resume(Effect.succeed(chunk.toString("utf8")))
      socket.destroy()
    })
    socket.on("error", (error) => resume(Effect.succeed(String(error))))
    return Effect.sync(() => socket.destroy())
  })

describe("a connection on which a request was refused early", () => {
  const refused: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, number]> = [
    ["a form", form, 400],
    ["JSON without credential", { "content-type": "application/json" }, 401],
    ["text", { "content-type": "text/plain" }, 401],
    ["compressed JSON", { "content-encoding": "gzip" }, 401]
  ]
  for (const [what, headers, status] of refused) {
    for (const size of [1_000, 200_000, 5_000_000, 20_000_000]) {
      it.live(`accepts the next one: ${what} of ${size} bytes`, () =>
        Effect.gen(function*() {
          const { port } = yield* make(MemoryStores.layer)
          const body = Buffer.concat([Buffer.from(part), Buffer.alloc(size - part.length, "x")])
          const whole = yield* rawExchange(port, head("POST", events, { ...headers, "content-length": size }), body, closing)
          expect(statusesIn(whole)).toEqual([status, 200])
          const chunk = [`${size.toString(16)}\r\n`, body, "\r\n0\r\n\r\n"]
          const chunked = yield* rawExchange(port, head("POST", events, { ...headers, "transfer-encoding": "chunked" }), ...chunk, closing)
          expect(statusesIn(chunked)).toEqual([status, 200])
        }).pipe(Effect.scoped))
    }
  }

  it.live("accepts the next one after a body that is too large", () =>
    Effect.gen(function*() {
      const { credentials, port } = yield* make(MemoryStores.layer)
      const headers = { "content-type": "application/json", ...credentials.moderatorToken }
      const body = Buffer.alloc(3_000_000, " ")
      const declared = yield* rawExchange(port, head("POST", events, { ...headers, "content-length": body.length }), body, closing)
      expect(statusesIn(declared)).toEqual([413, 200])
      const chunk = [`${body.length.toString(16)}\r\n`, body, "\r\n0\r\n\r\n"]
      const chunked = yield* rawExchange(port, head("POST", events, { ...headers, "transfer-encoding": "chunked" }), ...chunk, closing)
      expect(statusesIn(chunked)).toEqual([413, 200])
    }).pipe(Effect.scoped))

  it.live("is kept by an agent, which sends the next request over it", () =>
    Effect.gen(function*() {
      const { port } = yield* make(MemoryStores.layer)
      const agent = new Http.Agent({ keepAlive: true, maxSockets: 1 })
      const send = (method: string, path: string, body: string, headers: Readonly<Record<string, string>>) =>
        Effect.async<readonly [status: number | undefined, port: number | undefined]>((resume) => {
          const request = Http.request({ host: "127.0.0.1", port, path, method, agent, headers }, (response) => {
            const { localPort } = response.socket
            response.resume().on("end", () => resume(Effect.succeed([response.statusCode, localPort])))
          })
          request.on("error", (error) => resume(Effect.die(error)))
          request.end(body)
        })
      const [status, first] = yield* send("POST", events, `${part}${"x".repeat(1_000_000)}`, form)
      expect(status).toBe(400)
      const [refused] = yield* send("POST", events, "x".repeat(1_000_000), { "content-type": "application/json" })
      expect(refused).toBe(401)
      const [live, last] = yield* send("GET", "/health/live", "", {})
      expect(live).toBe(200)
      expect(last).toBe(first)
      agent.destroy()
    }).pipe(Effect.scoped))

  it.live("is cut when too many bytes follow the response", () =>
    Effect.gen(function*() {
      const { port } = yield* make(MemoryStores.layer, { sockets: { unread_bytes_max: 100_000 } })
      const sent = head("POST", events, { "content-type": "application/json", "content-length": 50_000_000 })
      const answers = yield* rawExchange(port, sent, Buffer.alloc(1_000_000, "x"))
      expect(statusesIn(answers)).toEqual([401])
    }).pipe(Effect.scoped))

  it.live("is closed without a second response when the body does not arrive", () =>
    Effect.gen(function*() {
      const { port } = yield* make(MemoryStores.layer, { sockets: { headers_seconds: 1, request_seconds: 1 } })
      const answers = yield* rawExchange(port, head("POST", events, { "content-type": "application/json", "content-length": 50_000 }), "x")
      expect(statusesIn(answers)).toEqual([401])
    }).pipe(Effect.scoped), 40_000)

  it.live("lets a client that asked to close it send its body and read the response", () =>
    Effect.gen(function*() {
      const { port } = yield* make(MemoryStores.layer)
      const sent = head("POST", events, { "content-type": "application/json", "content-length": 5_000_000, connection: "close" })
      const answer = yield* Effect.async<string>((resume) => {
        const chunks: Array<string> = []
        const socket = Net.connect(port, "127.0.0.1", () => {
          socket.write(sent)
          setTimeout(() => socket.write(Buffer.alloc(5_000_000, "x")), 300)
        })
        socket.on("data", (chunk) => chunks.push(chunk.toString("utf8")))
        socket.on("error", (error) => resume(Effect.succeed(String(error))))
        socket.on("close", () => resume(Effect.succeed(chunks.join(""))))
      })
      expect(statusesIn(answer)).toEqual([401])
    }).pipe(Effect.scoped))
})

describe("the memory for bodies", () => {
  it.live("a body in chunks of one byte is read whole", () =>
    Effect.gen(function*() {
      const { credentials, port } = yield* make(MemoryStores.layer)
      const sent = head("POST", events, {
        "content-type": "application/json",
        "transfer-encoding": "chunked",
        ...credentials.moderatorToken,
        connection: "close"
      })
      const chunks = [...Buffer.from(JSON.stringify(onlineBody))].map((byte) =>
        Buffer.concat([Buffer.from("1\r\n"), Buffer.from([byte, 13, 10])])
      )
      const answer = yield* rawExchange(port, sent, Buffer.concat([...chunks, Buffer.from("0\r\n\r\n")]))
      expect(statusesIn(answer)).toEqual([200])
    }).pipe(Effect.scoped))

  const small = { bodies_bytes_max: 100_000, anonymousBodies_bytes_max: 100_000 }
  const large = Buffer.alloc(60_000, "x")

  const open = (port: number, ...parts: ReadonlyArray<string | Uint8Array>) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const socket = Net.connect(port, "127.0.0.1", () => parts.forEach((part) => socket.write(part)))
        return socket.on("error", () => {})
      }),
      (socket) => Effect.sync(() => socket.destroy())
    )

  const post = ({ credentials, send }: World) =>
    send(events, {
      method: "POST",
      body: Buffer.from(JSON.stringify({ ...onlineBody, nonsense: "x".repeat(60_000) })),
      headers: { "transfer-encoding": "chunked", ...credentials.moderatorToken }
    })

  const eventually = (world: World, status: number) =>
    Effect.repeat(Effect.delay(post(world), "50 millis"), { until: (answer) => answer.status === status })

  it.live("is not used up by anonymous bodies before those of known callers", () =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer, { settings: small })
      const anonymous = head("POST", events, { ...form, "content-length": 22_000_000 })
      yield* open(world.port, anonymous, large)
      yield* open(world.port, anonymous, part)
      yield* Effect.sleep("200 millis")
      expect((yield* post(world)).status).toBe(200)
      const answer = yield* Effect.timeout(rawFirst(world.port, anonymous, large), "30 seconds")
      expect(answer).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 5/)
    }).pipe(Effect.scoped))

  it.live("is taken as bytes arrive, and released when the client disconnects", () =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer, { settings: small })
      const known = head("POST", events, { ...form, "content-length": 22_000_000, ...world.credentials.moderatorToken })
      for (let count = 0; count < 11; count++) yield* open(world.port, known, part)
      yield* Effect.sleep("200 millis")
      expect((yield* post(world)).status).toBe(200)
      yield* Effect.scoped(Effect.zipRight(open(world.port, known, large), eventually(world, 503)))
      expect((yield* eventually(world, 200)).status).toBe(200)
    }).pipe(Effect.scoped))
})
