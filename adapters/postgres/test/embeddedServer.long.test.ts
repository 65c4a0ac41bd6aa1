import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { createServer, type Server } from "node:net"
import { makeCluster, runServer } from "../../../benchmarks/src/postgres/EmbeddedServer.js"

/** A port that is taken until the scope closes. */
const takenPort = Effect.map(
  Effect.acquireRelease(
    Effect.async<Server>((resume) => {
      const server = createServer()
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  ),
  (server) => {
    const address = server.address()
    return typeof address === "object" && address !== null ? address.port : 0
  }
)

it.scopedLive("a server takes another port when its own was taken meanwhile", () =>
  Effect.gen(function*() {
    const taken = yield* takenPort
    const ports = [taken, yield* Effect.scoped(takenPort)]
    const { url } = yield* runServer(yield* makeCluster, [], undefined, Effect.sync(() => ports.shift() ?? 0))
    expect(new URL(url).port).not.toBe(String(taken))
    expect(ports).toEqual([])
  }), 120_000)
