import { CurrentInvitationSettings, defaultInvitationSettings } from "@agenda-engine/core/domain/access/Invitation"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import type { Engine } from "@agenda-engine/core/Engine"
import { HostMemberships } from "@agenda-engine/core/ports/HostMemberships"
import { Access, identifiesByCredentials } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Changes } from "@agenda-engine/core/services/Changes"
import { RenderedLists } from "@agenda-engine/core/services/event/RenderedLists"
import { Events } from "@agenda-engine/core/services/Events"
import { Idempotency } from "@agenda-engine/core/services/Idempotency"
import { Images } from "@agenda-engine/core/services/Images"
import { Invitations } from "@agenda-engine/core/services/Invitations"
import { Locations } from "@agenda-engine/core/services/Locations"
import { Members } from "@agenda-engine/core/services/Members"
import { PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import { Revisions } from "@agenda-engine/core/services/Revisions"
import { Webhooks } from "@agenda-engine/core/services/webhook/Webhooks"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { ResponseCache } from "./cache/ResponseCache.js"
import { fromPlatform } from "./context/IncomingRequest.js"
import { WrongSecrets } from "./context/WrongSecrets.js"
import { CurrentSettings, type HttpSettings } from "./HttpSettings.js"
import { IdentityProvider } from "./identity/IdentityProvider.js"
import { Compressor, StreamCompressor } from "./pipeline/Compressor.js"
import { httpPipeline } from "./pipeline/httpPipeline.js"
import * as RequestRunner from "./pipeline/RequestRunner.js"
import * as RouteTable from "./pipeline/RouteTable.js"
import type { Handlers, PageHandlers } from "./request/Handle.js"
import { makeSharedParts, type SharedParts } from "./response/SharedParts.js"
import { agendaRoutes } from "./routes/agendaRoutes.js"
import { changeRoutes } from "./routes/changeRoutes.js"
import { documentationRoutes } from "./routes/documentationRoutes.js"
import { eventRoutes } from "./routes/eventRoutes.js"
import { exportRoutes, publicExportRoutes } from "./routes/exportRoutes.js"
import { healthRoutes } from "./routes/healthRoutes.js"
import { imageRoutes } from "./routes/imageRoutes.js"
import { invitationRoutes } from "./routes/invitationRoutes.js"
import { locationRoutes } from "./routes/locationRoutes.js"
import { memberRoutes } from "./routes/memberRoutes.js"
import { tokenRoutes } from "./routes/tokenRoutes.js"
import { webhookRoutes } from "./routes/webhookRoutes.js"

/** Services that the handlers of public pages use. */
export interface PageServices {
  readonly access: Context.Tag.Service<Access>
  readonly agendas: Context.Tag.Service<Agendas>
  readonly cache: Context.Tag.Service<ResponseCache>
  readonly events: Context.Tag.Service<Events>
  readonly parts: SharedParts
  readonly publications: Context.Tag.Service<PublishedEvents>
  readonly revisions: Context.Tag.Service<Revisions>
}

/**
 * Makes the handlers of the public pages, as `Pages.layer` of `@agenda-engine/pages` does. Null, the default: their
 * paths are unknown, whatever the setting `pages` says. Read when `App.layer` is built.
 */
export class PublicPages extends Context.Reference<PublicPages>()("@agenda-engine/http/PublicPages", {
  defaultValue: (): ((services: PageServices, settings: HttpSettings) => Effect.Effect<PageHandlers>) | null => null
}) {}

/** The handlers of all routes that the settings allow. */
const handlers = Effect.gen(function*() {
  const settings = yield* CurrentSettings
  const services = {
    access: yield* Access,
    agendas: yield* Agendas,
    cache: yield* ResponseCache,
    changes: yield* Changes,
    events: yield* Events,
    invitations: yield* Invitations,
    lists: yield* RenderedLists,
    isAnsweredByHost: (yield* HostMemberships)?.membersOf !== undefined,
    limits: yield* CurrentLimits,
    locations: yield* Locations,
    members: yield* Members,
    parts: makeSharedParts(),
    publications: yield* PublishedEvents,
    retries: yield* Idempotency,
    revisions: yield* Revisions,
    webhooks: yield* Webhooks
  }
  const always: Handlers = {
    ...tokenRoutes(services),
    ...agendaRoutes(services),
    ...changeRoutes(services),
    ...eventRoutes(services),
    ...exportRoutes(services),
    ...locationRoutes(services),
    ...memberRoutes(services),
    ...webhookRoutes(services),
    ...(yield* documentationRoutes(settings)),
    ...(yield* healthRoutes),
    ...invitationRoutes(services.invitations),
    ...imageRoutes(yield* Images)
  }
  if (!settings.pages) return always
  const pages = yield* PublicPages
  return { ...always, ...publicExportRoutes(services), ...(pages === null ? {} : yield* pages(services, settings)) }
})

/** Answers the requests of carriers. Built with `App.layer`. */
export class Requests extends Context.Tag("@agenda-engine/http/Requests")<Requests, RequestRunner.RequestRunner>() {}

const make = Effect.gen(function*() {
  const settings = yield* CurrentSettings
  const { publicUrl } = settings
  const invitations = yield* CurrentInvitationSettings
  if (publicUrl === null && invitations === defaultInvitationSettings) {
    yield* Effect.logWarning(`publicUrl is not set: links in the mails of invitations begin with ${invitations.base()}`)
  }
  const pipeline = httpPipeline({
    table: RouteTable.make(settings),
    handlers: yield* handlers,
    cache: yield* ResponseCache,
    clock: yield* Effect.clock,
    compress: yield* Compressor,
    compressStream: yield* StreamCompressor,
    hostUsers: yield* IdentityProvider,
    wrongSecrets: yield* WrongSecrets
  })
  const links = publicUrl === null ? invitations : { ...invitations, base: () => publicUrl }
  return RequestRunner.make(pipeline, Context.make(CurrentInvitationSettings, links), !identifiesByCredentials(yield* Access))
})

const appOf = (requests: RequestRunner.RequestRunner): HttpApp.Default<never, Scope.Scope> =>
  Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const callbacks: Array<() => void> = []
    yield* Scope.addFinalizer(yield* Effect.scope, Effect.sync(() => callbacks.forEach((done) => done())))
    return yield* requests.answer(fromPlatform(request), yield* CurrentSettings, (done) => void callbacks.push(done))
  })

/** The HTTP application over the engine, independent of the server that runs it. */
export class App extends Context.Tag("@agenda-engine/http/App")<App, HttpApp.Default<never, Scope.Scope>>() {
  /**
   * The app over an engine, with its response cache. `CurrentSettings` and `CurrentLimits` are read when the layer is
   * built, `CurrentSettings` also when requests run. `CurrentInvitationSettings` is read when the layer is built; links
   * begin with `publicUrl` when it is set. Effect platform's spans are disabled: they contain URLs, which may contain
   * keys. `httpPipeline` makes those of requests.
   */
  static readonly layer: Layer.Layer<App | Requests | ResponseCache, never, Engine> = Layer.effect(App, Effect.map(Requests, appOf)).pipe(
    Layer.provideMerge(Layer.scoped(Requests, make)),
    Layer.provideMerge(ResponseCache.layer),
    Layer.merge(Layer.locallyScoped(HttpMiddleware.currentTracerDisabledWhen, () => true))
  )
}
