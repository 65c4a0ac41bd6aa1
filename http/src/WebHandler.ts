import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Engine } from "@agenda-engine/core/Engine"
import * as HttpApp from "@effect/platform/HttpApp"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { App } from "./App.js"
import { CurrentSettings, defaultSettings, type HttpSettings } from "./HttpSettings.js"
import { httpPipeline } from "./pipeline/httpPipeline.js"
import { Refusal } from "./response/Refusal.js"
import { type Failure, respondFailure } from "./response/respondFailure.js"

/** The engine's HTTP app as a function, for a host's own server. */
export interface WebHandler {
  /**
   * Never rejects. It answers 503 while the engine cannot be built, for example because its database is unavailable.
   */
  readonly handler: (request: Request) => Promise<Response>
  /**
   * Waits up to ten seconds for running requests, streamed bodies included, then releases the layer's resources. Later
   * requests get 503.
   */
  readonly dispose: () => Promise<void>
}

/** The response to a request that no app can answer, with the common error body and headers. */
const refuse = (request: Request, failure: Failure, settings: HttpSettings): Promise<Response> =>
  HttpApp.toWebHandler(
    Effect.provideService(
      httpPipeline(
        respondFailure(failure),
        Context.empty(),
        { findValid: () => Effect.succeed({ cached: null, made: Effect.void }) },
        null,
        null
      ),
      CurrentSettings,
      settings
    )
  )(request)

const closed = new Refusal({ kind: "unavailable", message: "the server is shutting down", headers: { "retry-after": "5" } })

/** Maximum time that running requests get to finish. */
const drain_ms_max = 10_000

/**
 * Calls `over` when the body was read to its end or cancelled. A body of known length is in memory, so `over` is called
 * at once.
 */
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
 * The HTTP app as a function of web requests, for hosts that run their own server. The engine is built with the first
 * request. When that fails the response is 503, and the next request tries again.
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
      // Every request that waited for this attempt gets here; the first of them starts the next attempt.
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
      await Effect.runPromise(Effect.timeoutOption(ended, drain_ms_max))
      await current.dispose()
    }
  }
}
