import { defaultSettings } from "@agenda-engine/http/HttpSettings"
import { expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import { defaultSockets } from "../../src/config/ServerConfig.js"
import { containThrown } from "../../src/node/containThrown.js"
import * as NodeServer from "../../src/node/NodeServer.js"
import { sender } from "../world/World.js"

it.live("what is thrown while a request is worked on is logged with it and ends no other request", () => {
  const lines: Array<string> = []
  return Effect.gen(function*() {
    const arrived = yield* Deferred.make<void>()
    const release = yield* Deferred.make<void>()
    const { connections, responder, server } = yield* NodeServer.make(defaultSettings, defaultSockets)
    const listener = yield* containThrown(responder, (request, response) => {
      if (request.url === "/at-once") throw new Error("thrown at once")
      if (request.method === "POST") {
        request.on("data", () => {
          throw new Error("thrown by a parser")
        })
      } else {
        Effect.runFork(
          Effect.zipRight(Deferred.succeed(arrived, undefined), Effect.map(Deferred.await(release), () => response.end("done")))
        )
      }
    })
    server.on("request", connections.listener(listener, (_request, response) => response.end()))
    const send = sender(yield* NodeServer.listen(server, "127.0.0.1", 0))
    const other = yield* Effect.fork(send("/other"))
    yield* Deferred.await(arrived)
    for (const [path, call] of [["/at-once", {}], ["/parsed?key=s3cret", { method: "POST", body: "x" }]] as const) {
      const answer = yield* send(path, call)
      expect(answer.status).toBe(500)
      expect(answer.body).toMatchObject({ type: "/problems/internal", status: 500, message: "internal error" })
    }
    yield* Deferred.succeed(release, undefined)
    expect((yield* Fiber.join(other)).text).toBe("done")
    expect(lines.filter((line) => line.includes("thrown at once") && line.includes("/at-once"))).toHaveLength(1)
    const parsed = lines.filter((line) => line.includes("thrown by a parser"))
    expect(parsed).toHaveLength(1)
    expect(parsed[0]).toMatch(/level=ERROR.* url="\/parsed\?key=redacted" method=POST/)
  }).pipe(
    Effect.scoped,
    Effect.provide(Logger.replace(Logger.defaultLogger, Logger.map(Logger.logfmtLogger, (line) => lines.push(line))))
  )
})
