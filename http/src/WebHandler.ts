import type { Engine } from "@agenda-engine/core/Engine"
import * as HttpApp from "@effect/platform/HttpApp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { App } from "./App.js"
import { CurrentSettings, defaultSettings, type HttpSettings } from "./HttpSettings.js"

/** Answers requests inside a host's own server. */
export interface WebHandler {
  readonly handler: (request: Request) => Promise<Response>
  /** Lets go of everything the layer acquired. */
  readonly dispose: () => Promise<void>
}

/**
 * The whole HTTP side as a function of web requests, for hosts that own the server. The engine is made with the first request.
 *
 * @example
 * const { handler, dispose } = WebHandler.make(EngineLive, { publicUrl: "https://host.example/agendas" })
 * const response = await handler(new Request("https://host.example/v2/agendas", { headers: { key } }))
 */
export const make = <E>(engine: Layer.Layer<Engine, E>, settings: Partial<HttpSettings> = {}): WebHandler =>
  HttpApp.toWebHandlerLayerWith(
    App.layer.pipe(
      Layer.provide(engine),
      Layer.provideMerge(Layer.succeed(CurrentSettings, { ...defaultSettings, ...settings }))
    ),
    { toHandler: (runtime) => Effect.provide(App, runtime) }
  )
