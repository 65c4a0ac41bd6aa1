import { CurrentInvitationSettings, defaultInvitationSettings } from "@agenda-engine/core/domain/access/Invitation"
import type { Engine } from "@agenda-engine/core/Engine"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Api } from "./api/Api.js"
import { ResponseCache } from "./cache/ResponseCache.js"
import { CurrentSettings } from "./HttpSettings.js"
import { IdentityProvider } from "./identity/IdentityProvider.js"
import { embedRoutes } from "./pages/embed/embedRoutes.js"
import { pageRoutes } from "./pages/pageRoutes.js"
import { startRoute } from "./pages/startRoute.js"
import { Compressor, StreamCompressor } from "./pipeline/Compressor.js"
import { httpPipeline } from "./pipeline/httpPipeline.js"
import { agendaHandlers } from "./routes/agendaHandlers.js"
import { documentationRoutes } from "./routes/documentationRoutes.js"
import { eventHandlers } from "./routes/eventHandlers.js"
import { exportHandlers, publicExportRoutes } from "./routes/exportRoutes.js"
import { healthRoutes } from "./routes/healthRoutes.js"
import { iconRoute, imageRoutes } from "./routes/imageRoutes.js"
import { invitationRoutes } from "./routes/invitationRoutes.js"
import { locationHandlers } from "./routes/locationHandlers.js"
import { memberHandlers } from "./routes/memberHandlers.js"
import { tokenHandlers } from "./routes/tokenHandlers.js"

/** Maximum length of a routed path segment (the value of an external identifier), in characters, percent-decoded. */
const segment_chars_max = 4_096

const api = HttpApiBuilder.api(Api).pipe(
  Layer.provide([tokenHandlers, agendaHandlers, eventHandlers, exportHandlers, locationHandlers, memberHandlers])
)

const routes = Layer.mergeAll(
  documentationRoutes.pipe(Layer.provideMerge(api)),
  healthRoutes,
  invitationRoutes,
  imageRoutes,
  iconRoute,
  pageRoutes,
  startRoute,
  publicExportRoutes,
  embedRoutes,
  HttpApiBuilder.Router.Live,
  HttpApiBuilder.Middleware.layer,
  HttpServer.layerContext
)

const make: Effect.Effect<HttpApp.Default<never, Scope.Scope>, never, Engine | ResponseCache | Scope.Scope> = Effect.gen(function*() {
  const { publicUrl } = yield* CurrentSettings
  const invitations = yield* CurrentInvitationSettings
  if (publicUrl === null && invitations === defaultInvitationSettings) {
    yield* Effect.logWarning(`publicUrl is not set: links in the mails of invitations begin with ${invitations.base()}`)
  }
  const links = publicUrl === null ? invitations : { ...invitations, base: () => publicUrl }
  const context = yield* Layer.build(routes)
  const routed = yield* Effect.provide(
    HttpRouter.withRouterConfig(HttpApiBuilder.httpApp, {
      caseSensitive: true,
      ignoreDuplicateSlashes: false,
      ignoreTrailingSlash: true,
      maxParamLength: segment_chars_max
    }),
    context
  )
  return httpPipeline(
    routed,
    Context.add(context, CurrentInvitationSettings, links),
    yield* ResponseCache,
    yield* Compressor,
    yield* StreamCompressor,
    yield* IdentityProvider
  )
})

/** The HTTP application over the engine, independent of the server that runs it. */
export class App extends Context.Tag("@agenda-engine/http/App")<App, HttpApp.Default<never, Scope.Scope>>() {
  /**
   * The app over an engine, with its response cache. `CurrentSettings` and `CurrentLimits` are read when the layer is
   * built and when requests run. `CurrentInvitationSettings` is read when the layer is built; links begin with
   * `publicUrl` when it is set. Effect platform's spans are disabled: they contain URLs, which may contain keys.
   * `httpPipeline` makes those of requests.
   */
  static readonly layer: Layer.Layer<App | ResponseCache, never, Engine> = Layer.scoped(App, Effect.suspend(() => make)).pipe(
    Layer.provideMerge(ResponseCache.layer),
    Layer.merge(Layer.locallyScoped(HttpMiddleware.currentTracerDisabledWhen, () => true))
  )
}
