import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Runtime from "effect/Runtime"
import { fromPlatform } from "../../src/context/IncomingRequest.js"
import { defaultSettings } from "../../src/HttpSettings.js"
import { make } from "../../src/pipeline/RequestRunner.js"

it.effect("a client that disconnects interrupts its request, and what it holds is released once it has ended", () =>
  Effect.gen(function*() {
    const events: Array<string> = []
    const committed = yield* Deferred.make<void>()
    const runner = make(
      ({ onOver }) => {
        onOver(() => events.push("released"))
        const commit = Effect.map(Deferred.await(committed), () => events.push("committed"))
        return Effect.uninterruptible(commit).pipe(
          Effect.zipRight(Effect.sync(() => events.push("answered"))),
          Effect.as(HttpServerResponse.empty())
        )
      },
      Context.empty(),
      false
    )
    const incoming = fromPlatform(HttpServerRequest.fromWeb(new Request("https://agenda.example/v2/agendas")))
    const { fiber, over } = runner.run(incoming, defaultSettings, Runtime.defaultRuntime)
    over()
    over()
    expect(events).toEqual([])
    yield* Deferred.succeed(committed, undefined)
    expect(yield* Fiber.await(fiber)).toMatchObject({ _tag: "Failure" })
    expect(events).toEqual(["committed", "released"])
  }))
