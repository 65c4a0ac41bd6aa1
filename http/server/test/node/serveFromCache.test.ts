import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { CachedResponse, ResponseCache } from "@agenda-engine/http/cache/ResponseCache"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Http from "node:http"
import * as Net from "node:net"
import { setImmediate } from "node:timers/promises"
import { RequestQueue } from "../../src/node/RequestQueue.js"
import { serveFromCache } from "../../src/node/serveFromCache.js"
import { sender } from "../world/World.js"

const answers = ["/kept", "/changed"].map((question): CachedResponse => ({
  cacheKey: question,
  etag: '"kept"',
  body: new TextEncoder().encode("kept"),
  headers: { etag: '"kept"', "content-type": "text/plain" },
  notModifiedHeaders: { etag: '"kept"' },
  validator: { caller: { _tag: "Operator", userUid: null }, topics: [], revisions: [], agendaUid: 1, position: 0, shown: null },
  validity: { from: 0, until: 1 }
}))

/** Stands still for a millisecond, as an app does that has something to do: what others send arrives meanwhile. */
const toil = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)

/** A server that answers with what is kept of `/kept` and `/changed`, and how often it asked what holds of how many. */
const serving = (holding: ResponseCache["Type"]["revalidate"]) =>
  Effect.gen(function*() {
    const asked: Array<number> = []
    const passedOn: Array<string | undefined> = []
    const listener = yield* serveFromCache({
      find: ({ url = "" }) => answers.find(({ cacheKey: question }) => question === url) ?? null,
      revalidate: (kept) =>
        Effect.suspend(() => {
          const all = [...kept]
          asked.push(all.length)
          return holding(all)
        })
    }, {
      otherwise: (request, response) => {
        toil()
        passedOn.push(request.url)
        response.end("made anew")
      },
      queue: new RequestQueue({ wait_ms_max: 60_000, length_max: 1_000 }),
      refuse: (_request, response) => response.writeHead(503).end(),
      refuseUnavailable: (_request, response) => response.writeHead(503).end("the store cannot be reached")
    })
    const server = yield* Effect.acquireRelease(
      Effect.async<Http.Server>((resume) => {
        const listening = Http.createServer(listener)
        listening.listen(0, "127.0.0.1", () => resume(Effect.succeed(listening)))
      }),
      (listening) => Effect.sync(() => listening.close())
    )
    const address = server.address()
    return { asked, passedOn, port: typeof address === "object" && address !== null ? address.port : 0 }
  })

/** Sends requests without waiting for responses, the last with `connection: close`. Returns all that comes back. */
const pipeline = (port: number, paths: ReadonlyArray<string>) =>
  Effect.async<string>((resume) => {
    let text = ""
    const requests = paths.map((path, index) =>
      `GET ${path} HTTP/1.1\r\nhost: a\r\n${index === paths.length - 1 ? "connection: close\r\n" : ""}\r\n`
    )
    const socket = Net.connect(port, "127.0.0.1", () => socket.write(requests.join("")))
    socket.setEncoding("utf8").on("data", (part) => text += part).on("close", () => resume(Effect.succeed(text)))
  })

it.live("what is kept and holds is answered once, also where no line can be logged", () => {
  const broken = Logger.make(() => {
    throw new Error("the disk is full")
  })
  return Effect.gen(function*() {
    const { passedOn, port } = yield* serving((all) => Effect.succeed(new Set(all)))
    expect((yield* sender(port)("/kept")).text).toBe("kept")
    expect(passedOn).toEqual([])
  }).pipe(Effect.scoped, Effect.provide(Logger.replace(Logger.defaultLogger, broken)))
})

it.live("what does not hold, or of which that cannot be found out, is passed on", () =>
  Effect.gen(function*() {
    for (const holding of [Effect.succeed(new Set<CachedResponse>()), Effect.die("lost")]) {
      const { passedOn, port } = yield* serving(() => holding)
      expect((yield* sender(port)("/kept")).text).toBe("made anew")
      expect(passedOn).toEqual(["/kept"])
    }
  }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger))))

it.live("a store that fails while responses are revalidated is the answer: nothing is passed on", () =>
  Effect.gen(function*() {
    const { asked, passedOn, port } = yield* serving(() =>
      Effect.fail(new StoreError({ reason: "Unavailable", operation: "RevisionStore.read", cause: null }))
    )
    const text = yield* pipeline(port, ["/kept", "/changed"])
    expect(text.match(/^HTTP\/1.1 503/gm)).toHaveLength(2)
    expect(asked).toEqual([2])
    expect(passedOn).toEqual([])
  }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger))))

it.live("those that come together are looked after by one question, and answered each in its place", () =>
  Effect.gen(function*() {
    const { asked, passedOn, port } = yield* serving((all) =>
      Effect.succeed(new Set([...all].filter(({ cacheKey: question }) => question === "/kept")))
    )
    const text = yield* pipeline(port, ["/kept", "/changed", "/other", "/kept"])
    expect(text.match(/kept$|made anew|kept(?=HTTP)/gm)).toEqual(["kept", "made anew", "made anew", "kept"])
    expect(asked).toEqual([3])
    expect(new Set(text.match(/^x-request-id: .*$/gm)).size).toBe(2)
    expect(new Set(passedOn)).toEqual(new Set(["/changed", "/other"]))
  }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger))))

/** A connection that is open. */
const connect = (port: number) =>
  Effect.acquireRelease(
    Effect.async<Net.Socket>((resume) => {
      const socket = Net.connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

it.live("what comes while many are passed on does not wait for all of them", () =>
  Effect.gen(function*() {
    const { passedOn, port } = yield* serving(() => Effect.succeed(new Set<CachedResponse>()))
    const [many, other] = yield* Effect.all([connect(port), connect(port)])
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`
    const turnsUntil = (count: number) =>
      Effect.promise(async () => {
        while (passedOn.length < count) await setImmediate()
      })
    many.write(request("/changed").repeat(30))
    yield* turnsUntil(1)
    other.write(request("/other"))
    yield* turnsUntil(31)
    expect(passedOn).toContain("/other")
    expect(passedOn.at(-1)).toBe("/changed")
  }).pipe(Effect.scoped))
