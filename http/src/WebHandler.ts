import { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { Engine } from "@agenda-engine/core/Engine"
import * as HttpApp from "@effect/platform/HttpApp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { App } from "./App.js"
import { frontDoor } from "./front/frontDoor.js"
import { CurrentSettings, defaultSettings, type HttpSettings } from "./HttpSettings.js"
import { respondFailure } from "./response/respondFailure.js"

/** Answers requests inside a host's own server. */
export interface WebHandler {
  /** Never rejects: while the engine cannot be made, for instance because its database is unavailable, it answers 503. */
  readonly handler: (request: Request) => Promise<Response>
  /** Lets go of everything the layer acquired. */
  readonly dispose: () => Promise<void>
}

/** Answers as an app whose store is unavailable, in the common form and with the common headers. The cause is logged. */
const refuse = (request: Request, cause: unknown, settings: HttpSettings): Promise<Response> =>
  HttpApp.toWebHandler(
    Effect.provideService(
      frontDoor(
        respondFailure(new StoreError({ reason: "Unavailable", operation: "WebHandler.make", cause })),
        { current: () => Effect.succeed({ kept: null, made: Effect.void }) },
        null,
        null
      ),
      CurrentSettings,
      settings
    )
  )(request)

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
  return {
    handler: async (request) => {
      const attempt = current
      try {
        return await attempt.handler(request)
      } catch (cause) {
        // All that waited for this attempt come here; the first of them replaces it.
        if (current === attempt) {
          current = start()
          await Effect.runPromise(Effect.ignoreLogged(Effect.tryPromise(attempt.dispose)))
        }
        return refuse(request, cause, all)
      }
    },
    dispose: () => current.dispose()
  }
}
