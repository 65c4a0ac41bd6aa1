import { defaultSettings } from "@agenda-engine/http/HttpSettings"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { createServer } from "node:http"
import * as Net from "node:net"
import { nodeCarrier } from "../../src/node/nodeCarrier.js"
import * as NodeServer from "../../src/node/NodeServer.js"

/** A carrier, in a scope of its own, of which one response is streamed by a read that cannot be interrupted. */
const streaming = (stop_seconds: number) =>
  Effect.gen(function*() {
    const ended: Array<string> = []
    const reading = yield* Deferred.make<void>()
    const release = yield* Deferred.make<void>()
    const read = Effect.zipRight(Deferred.succeed(reading, undefined), Deferred.await(release)).pipe(
      Effect.zipRight(Effect.sync(() => ended.push("read"))),
      Effect.as(new TextEncoder().encode("part")),
      Effect.uninterruptible
    )
    const answer = Effect.succeed(HttpServerResponse.stream(Stream.fromEffect(read)))
    const requests = { run: () => ({ fiber: Effect.runFork(answer), over: () => {} }), answer: () => answer }
    const scope = yield* Scope.make()
    const carry = yield* Scope.extend(nodeCarrier(requests, defaultSettings, stop_seconds), scope)
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => createServer((request, response) => carry(request, response, () => response.destroy()))),
      (open) => Effect.async<void>((resume) => void open.close(() => resume(Effect.void)))
    )
    const port = yield* NodeServer.listen(server, "127.0.0.1", 0)
    const socket = Net.connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n"))
    yield* Deferred.await(reading)
    socket.destroy()
    return { close: Scope.close(scope, Exit.void), ended, release: Deferred.succeed(release, undefined) }
  })

it.scopedLive("closing waits for a streamed response that cannot be interrupted", () =>
  Effect.gen(function*() {
    const { close, ended, release } = yield* streaming(60)
    const closed = yield* Effect.fork(Effect.zipRight(close, Effect.sync(() => ended.push("closed"))))
    yield* Effect.sleep("100 millis")
    expect(ended).toEqual([])
    yield* release
    yield* Fiber.join(closed)
    expect(ended).toEqual(["read", "closed"])
  }))

it.scopedLive("closing waits no longer than its time", () =>
  Effect.gen(function*() {
    const { close, ended, release } = yield* streaming(0.2)
    yield* close
    expect(ended).toEqual([])
    yield* release
  }))
