import { PublicPages } from "@agenda-engine/http/App"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { embedRoutes } from "./embed/embedRoutes.js"
import { pageRoutes, startRoute } from "./pageRoutes.js"

/** The public pages, their calendars and embeds, for `App.layer` of `@agenda-engine/http`. */
export const layer: Layer.Layer<never> = Layer.succeed(PublicPages, (services, settings) =>
  Effect.gen(function*() {
    return {
      ...(yield* embedRoutes(services, settings)),
      ...(yield* pageRoutes(services, settings)),
      startPage: yield* startRoute(services.agendas, settings)
    }
  }))
