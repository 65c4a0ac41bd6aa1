import { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { Engine } from "@agenda-engine/core/Engine"
import * as HttpApp from "@effect/platform/HttpApp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { App } from "./App.js"
import { frontDoor } from "./front/frontDoor.js"
import { CurrentSettings, defaultSettings, type HttpSettings } from "./HttpSettings.js"
import { Refusal } from "./response/Refusal.js"
import { type Failure, respondFailure } from "./response/respondFailure.js"

/** Answers requests inside a host's own server. */
export interface WebHandler {
  /** Never rejects: while the engine cannot be made, for instance because its database is unavailable, it answers 503. */
  readonly handler: (request: Request) => Promise<Response>
  /**
   * Lets requests under way finish, streamed bodies included, for ten seconds at most, and releases everything the layer acquired. What is asked
   * from then on is answered 503.
   */
  readonly dispose: () => Promise<void>
}

/** Answers as an app that cannot work, in the common form and with the common headers. */
const refuse = (request: Request, failure: Failure, settings: HttpSettings): Promise<Response> =>
  HttpApp.toWebHandler(
    Effect.provideService(
      frontDoor(respondFailure(failure), { current: () => Effect.succeed({ kept: null, made: Effect.void }) }, null, null),
      CurrentSettings,
      settings
    )
  )(request)

const closed = new Refusal({ kind: "unavailable", message: "the server stops", headers: { "retry-after": "5" } })

/** How long requests under way get to finish. */
const drain = "10 seconds"

/** The response with a body that calls `over` when it was read to its end or given up. A body of known length is in memory: it needs nothing more. */
const withEnd = (response: Response, over: () => void): Response => {
  const { body, headers } = response
  if (body === null || headers.has("content-length")) {
    over()
    return response
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  body.pipeTo(writable).then(over, over)
  return new Response(readable, response)
}

/**
 * The whole HTTP side as a function of web requests, for hosts that own the server. The engine is made with the first request. Where that
 * fails the answer is 503, and the next request tries again.
 *
 * @example
 * const { handler, dispose } = WebHandler.make(EngineLive, { publicUrl: "https://host.example/agendas" })
 * const response = await handler(new Request("https://host.example/v2/agendas", { headers: { key } }))
 */
export const make = <E>(engine: Layer.Layer<Engine, E>, settings: Partial<HttpSettings> = {}): WebHandler => {
  const all = { ...defaultSettings, ...settings }
  const start = () =>
    HttpApp.toWebHandlerLayerWith(
      App.layer.pipe(Layer.provide(engine), Layer.provideMerge(Layer.succeed(CurrentSettings, all))),
      { toHandler: (runtime) => Effect.provide(App, runtime) }
    )
  let current = start()
  let isClosed = false
  let underWay = 0
  let drained = () => {}

  const over = () => {
    underWay--
    if (underWay === 0) drained()
  }

  const answer = async (request: Request): Promise<Response> => {
    const attempt = current
    try {
      return await attempt.handler(request)
    } catch (cause) {
      // All that waited for this attempt come here; the first of them replaces it.
      if (current === attempt) {
        current = start()
        await Effect.runPromise(Effect.ignoreLogged(Effect.tryPromise(attempt.dispose)))
      }
      return refuse(request, new StoreError({ reason: "Unavailable", operation: "WebHandler.make", cause }), all)
    }
  }

  return {
    handler: async (request) => {
      if (isClosed) return refuse(request, closed, all)
      underWay++
      return answer(request).then((response) => withEnd(response, over), (cause: unknown) => {
        over()
        throw cause
      })
    },
    dispose: async () => {
      isClosed = true
      const ended = Effect.async<void>((resume) => {
        drained = () => resume(Effect.void)
        if (underWay === 0) drained()
      })
      await Effect.runPromise(Effect.timeoutOption(ended, drain))
      await current.dispose()
    }
  }
}
