import type { HostIdentityInput } from "@agenda-engine/core/domain/access/HostIdentity"
import { CurrentInvitationSettings } from "@agenda-engine/core/domain/access/Invitation"
import { CurrentLimits, defaultLimits } from "@agenda-engine/core/domain/Limits"
import { omitUndefined } from "@agenda-engine/core/domain/omitUndefined"
import * as Engine from "@agenda-engine/core/Engine"
import { HostStatements } from "@agenda-engine/core/ports/host/HostStatements"
import { ReadCopies } from "@agenda-engine/core/ports/host/ReadCopies"
import { Mailer, MailError } from "@agenda-engine/core/ports/Mailer"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { CurrentListeners, Listeners } from "@agenda-engine/core/services/change/Listeners"
import type { FollowedChange } from "@agenda-engine/core/services/Changes"
import { Maintenance } from "@agenda-engine/core/services/Maintenance"
import { backgroundWork, type DueWork, dueWork } from "@agenda-engine/core/services/maintenance/backgroundWork"
import { Removals } from "@agenda-engine/core/services/Removals"
import { defaultSettings, type HttpSettings } from "@agenda-engine/http/HttpSettings"
import { hostUsers } from "@agenda-engine/http/identity/IdentityProvider"
import * as NodeCompressor from "@agenda-engine/http/node/NodeCompressor"
import * as WebHandler from "@agenda-engine/http/WebHandler"
import { loadNodemailer } from "@agenda-engine/mail/loadNodemailer"
import * as Pages from "@agenda-engine/pages/Pages"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import type { ConfigError } from "effect/ConfigError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { geocoderOf, imagesOf, storesOf, webhooksOf } from "./adaptersOf.js"
import { readdressed } from "./address.js"
import { type AgendaServices, servicesOf } from "./AgendaServices.js"
import { consumersOf } from "./consumersOf.js"
import { type MissingPackage, refusalOf } from "./EngineFault.js"
import type { EngineOptions, MailOption } from "./EngineOptions.js"
import { type ChangesOptions, followedChanges } from "./followedChanges.js"
import { hooksOf } from "./hostHooks.js"
import { type AddListener, addListener } from "./hostListeners.js"
import { type HostTransaction, inTransaction } from "./hostTransaction.js"
import { loadOptional } from "./loadOptional.js"
import { nodeBridge, type NodeHandler } from "./nodeBridge.js"
import { checkOptions } from "./options/checkOptions.js"
import { loggerOf } from "./options/loggerOf.js"
import { templatesOf } from "./options/templatesOf.js"
import { type UserServices, userServices } from "./UserServices.js"

const failed = (cause: unknown): MailError => new MailError({ ...refusalOf(cause), cause })

/** The mailer. `publicUrl` names the host in Message-IDs of mails that the host sends. */
const mailerOf = (mail: MailOption, publicUrl: string | null): Layer.Layer<Mailer, MissingPackage> => {
  if (mail === "none") return Mailer.none
  if ("send" in mail) {
    const domain = publicUrl === null ? "localhost" : new URL(publicUrl).hostname
    return Layer.succeed(Mailer, { domain, send: (message) => Effect.tryPromise({ try: () => mail.send(message), catch: failed }) })
  }
  return Layer.unwrapEffect(Effect.gen(function*() {
    yield* loadOptional("nodemailer", "mail", loadNodemailer)
    const layer: Layer.Layer<Mailer, ConfigError | MailError> = "folder" in mail
      ? (yield* Effect.promise(() => import("@agenda-engine/mail/FolderMailer"))).layer(mail)
      : (yield* Effect.promise(() => import("@agenda-engine/mail/SmtpMailer"))).layer({ url: Redacted.make(mail.smtp), from: mail.from })
    // `checkOptions` has refused what it fails with, and the package is loaded.
    return Layer.orDie(layer)
  }))
}

const clock = Clock.make()

/** Longest delay of a timer of Node. */
const timer_ms_max = 2_147_483_647

/**
 * The real clock, whose sleeps do not keep the process alive: a program that has nothing else to do ends. For work
 * beside requests; a caller that waits for a sleep needs a clock that holds the process.
 */
const unheldClock: Clock.Clock = {
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis(),
  unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
  currentTimeMillis: clock.currentTimeMillis,
  currentTimeNanos: clock.currentTimeNanos,
  sleep: (duration) =>
    Effect.async<void>((resume) => {
      const timer = setTimeout(() => resume(Effect.void), Math.min(Duration.toMillis(duration), timer_ms_max)).unref()
      return Effect.sync(() => clearTimeout(timer))
    })
}

/** An engine for a host: its services, and the handlers of its HTTP interface. */
export interface AgendaEngine<Services = never> {
  /**
   * Answers a web request, for Hono, Next and other hosts of `fetch`. Never rejects; while the database is away it
   * answers 503, and the next request tries again.
   */
  readonly handler: (request: Request) => Promise<Response>
  /** Answers a request of Express, Connect or `node:http`. */
  readonly node: NodeHandler
  /** The services with promises, which reject with typed errors, such as `Invalid` (`_tag`). */
  readonly services: AgendaServices
  /**
   * The services for a user of the host, by the id that `auth` would answer, or by the whole identity. The account is
   * created when the user is first seen. Each call rejects with `Forbidden`, `Unauthorized` or `NotFound` where a
   * request with this identity would get 403, 401 or 404. `auth` is not asked: roles that it grants are only those of
   * the identity given here, so an id alone has the roles of its memberships.
   */
  readonly as: (user: string | number | HostIdentityInput) => UserServices
  /** Runs an effect with the services of the engine and of the option `layer`, for hosts that use Effect. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Engine.Engine | Services>) => Promise<A>
  /**
   * Runs a function in one transaction of the engine's database: calls of `tx` and statements of the host by `tx.query`
   * commit together when its promise resolves, and are rolled back when it rejects. It runs once: a lost race rejects
   * with `StoreError` of reason `Conflict`. Mails and images are not undone. On SQLite, writes beside it wait: inside,
   * call `tx` only.
   */
  readonly transaction: <A>(use: (tx: HostTransaction) => Promise<A>) => Promise<A>
  /**
   * Iterates over the changes of an agenda, or of all agendas, that any process makes, starting after a cursor. Store
   * the `cursor` of each change when it is handled. A change may come twice; none is missed. The iteration ends
   * when the signal aborts or the engine closes. With `wait: false` it ends after the last change.
   * Throws `CursorExpired` when changes may be missing.
   */
  readonly changes: (options?: ChangesOptions) => AsyncIterable<FollowedChange>
  /**
   * Calls a function after each commit of this process that changes an event, a location, an agenda or a member. An
   * event comes as it was `before` and `after` the transaction. Best effort: a process that dies leaves changes out,
   * and changes of other processes are not seen. Removing an agenda calls no listener. A failure is logged and harms
   * nothing. Returns a function that removes the listener. Throws `InvalidOption` for an unknown type.
   */
  readonly on: AddListener
  /**
   * Sends due mails, delivers changes to webhooks, gives them to consumers, geocodes due locations, and removes unused
   * images and expired records. Indexes what an older version wrote, and finishes interrupted removals. Each runs once;
   * returns what was done. For the scheduler of a host with `background: false`. Rejects with the first `StoreError`,
   * after all parts have run; each failure is logged.
   */
  readonly runDue: () => Promise<DueWork>
  /**
   * Opens the database, migrates it and begins the work beside requests. Rejects with `StoreError` or `MissingPackage`;
   * the next call or request tries again. Without it, the first request does the same.
   */
  readonly ready: () => Promise<void>
  /** Waits up to ten seconds for what is under way, then closes the database. Later requests get 503. */
  readonly close: () => Promise<void>
}

/**
 * Indexes what an older version wrote and finishes deletions that were stopped. A database that takes no writes is left
 * as it is.
 */
const upkeep = Effect.gen(function*() {
  const maintenance = yield* Maintenance
  const removals = yield* Removals
  yield* maintenance.reindex(() => Effect.void)
  yield* removals.sweep()
}).pipe(
  Effect.catchIf(
    ({ reason }) => reason === "ReadOnly" || reason === "Busy",
    (error) => Effect.logWarning("upkeep is left to the next start", error)
  )
)

/** A URL or path without its trailing slashes. */
const withoutSlash = (text: string): string => text.replace(/\/+$/, "")

/** The engine with the services of a host over it. */
const overEngine = (services: Layer.Layer<never, unknown, Engine.Engine> | undefined) =>
  services === undefined ? Engine.layer : Layer.provideMerge(services, Engine.layer)

/**
 * Makes an engine of its options. Opens nothing before `ready`, the first request or the first call of a service.
 * Throws `InvalidOption` with every option that is unknown, missing or has a wrong value. It composes the public layers
 * of the engine; a host that needs others composes them itself for `WebHandler.make`.
 *
 * @example
 * const engine = createAgendaEngine({ database: "sqlite:agenda.db" })
 * app.use("/calendar", engine.node)
 */
export function createAgendaEngine<Services>(
  options: EngineOptions<Services> & { readonly layer: Layer.Layer<Services, unknown, Engine.Engine> }
): AgendaEngine<Services>
/** Makes an engine without services of the host. */
export function createAgendaEngine(options: EngineOptions): AgendaEngine
/** The implementation: services of the host are only known to their types. */
export function createAgendaEngine(options: EngineOptions): AgendaEngine {
  checkOptions(options)
  const { auth, database, geocoder = "none", http = {}, images = "none", limits = {}, mail = "none", migrate = true } = options
  const {
    anonymousReads = false,
    background = true,
    changes: consumers = {},
    imageStore,
    routes = {},
    templates,
    tracer,
    trustProxy = false,
    webhooks = {}
  } = options
  const publicUrl = options.publicUrl === undefined ? null : withoutSlash(options.publicUrl)
  const basePath = options.basePath === undefined ? null : withoutSlash(options.basePath)
  const settings: HttpSettings = {
    ...defaultSettings,
    accessLog: false,
    ...omitUndefined(http),
    ...omitUndefined({ pages: routes.pages }),
    withoutRoutes: Arr.filter(["docs", "embed", "suggest"] as const, (name) => routes[name] === false),
    anonymousReads,
    publicUrl,
    basePath: basePath ?? ""
  }
  const listeners = new Listeners()
  const { hooks, provided } = hooksOf(options.hooks ?? {})
  const references = Layer.mergeAll(
    Layer.succeed(CurrentLimits, { ...defaultLimits, ...omitUndefined(limits) }),
    consumersOf(consumers),
    CurrentListeners.layer(listeners),
    hooks,
    Layer.succeed(CurrentInvitationSettings, { base: () => publicUrl ?? "", secret: null })
  )
  const stores = storesOf(database, migrate)
  const layer = Layer.effectDiscard(migrate ? upkeep : Effect.void).pipe(
    Layer.provideMerge(background ? Layer.scopedDiscard(Effect.forkScoped(Effect.withClock(backgroundWork, unheldClock))) : Layer.empty),
    Layer.provideMerge(overEngine(options.layer)),
    Layer.provideMerge(Layer.provide(Layer.effect(ReadCopies, ReadCopies), stores)),
    Layer.provide([
      stores,
      imagesOf(images, imageStore),
      mailerOf(mail, publicUrl),
      geocoderOf(geocoder),
      webhooksOf(webhooks),
      WebCryptoSecrets.layer,
      MarkdownRichText.layer
    ]),
    Layer.merge(Layer.provide(Layer.effect(HostStatements, HostStatements), stores)),
    (engine) => Layer.provideMerge(provided, engine),
    Layer.merge(Layer.merge(NodeCompressor.layer, Pages.layer)),
    Layer.provideMerge(auth === undefined ? Layer.empty : hostUsers(typeof auth === "function" ? { auth } : auth)),
    Layer.provideMerge(Layer.merge(references, templatesOf(templates)))
  )
  const observed = Layer.merge(loggerOf(options.logger), tracer === undefined ? Layer.empty : Layer.setTracer(tracer))
  const { dispose: close, handler, ready, run } = WebHandler.make(layer, settings, observed)
  return {
    handler: async (request) => handler(trustProxy ? readdressed(request) : request),
    node: nodeBridge({ ...settings, handler, basePath, trustProxy }),
    services: servicesOf(run),
    as: (user) => userServices(run, user),
    run,
    transaction: (use) => run(inTransaction(use)),
    changes: (options = {}) => followedChanges(run, options),
    on: addListener(listeners),
    runDue: () => run(dueWork),
    ready,
    close
  }
}

export type { EventDraft, EventPatch } from "@agenda-engine/core/contract/EventDraft"
export type { LocationDraft, LocationPatch } from "@agenda-engine/core/contract/LocationDraft"
export { type Caller, operator } from "@agenda-engine/core/domain/access/Credential"
export {
  Conflict,
  CursorExpired,
  type EngineError,
  Forbidden,
  IdempotencyConflict,
  Invalid,
  NotFound,
  StoreError,
  Unauthorized,
  VersionMismatch
} from "@agenda-engine/core/domain/error/EngineError"
export { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
export type { ObservedChange } from "@agenda-engine/core/services/change/Listeners"
export type { FollowedChange } from "@agenda-engine/core/services/Changes"
export type { ConsumedChange as Change } from "@agenda-engine/core/services/consumer/CurrentConsumers"
export { type AgendaServices, type DefinedAgenda, servicesOf } from "./AgendaServices.js"
export type { HostConsumer } from "./consumersOf.js"
export { InvalidOption, MissingPackage } from "./EngineFault.js"
export type { EngineOptions } from "./EngineOptions.js"
export type { ChangesOptions } from "./followedChanges.js"
export type { HostEventWrite, HostHooks } from "./hostHooks.js"
export type { HostListener } from "./hostListeners.js"
export type { HostTransaction } from "./hostTransaction.js"
export { nodeRequestOf } from "./nodeRequest.js"
export type { PromisedEvents } from "./PromisedEvents.js"
export type { UserServices } from "./UserServices.js"
