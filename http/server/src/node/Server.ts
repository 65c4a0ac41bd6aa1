import { CurrentInvitationSettings } from "@agenda-engine/core/domain/access/Invitation"
import { CurrentDatabase } from "@agenda-engine/core/domain/CurrentDatabase"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import { isTraced } from "@agenda-engine/core/domain/withSpanIfTraced"
import type { Engine } from "@agenda-engine/core/Engine"
import { RateCounts } from "@agenda-engine/core/ports/host/RateCounts"
import { Stopping } from "@agenda-engine/core/schedule/Stopping"
import { ChangeConsumers } from "@agenda-engine/core/services/consumer/ChangeConsumers"
import { backgroundWork } from "@agenda-engine/core/services/maintenance/backgroundWork"
import { Webhooks } from "@agenda-engine/core/services/webhook/Webhooks"
import { App, Requests } from "@agenda-engine/http/App"
import { ResponseCache } from "@agenda-engine/http/cache/ResponseCache"
import { baseOf, requestIdOf, wantsProblem } from "@agenda-engine/http/context/readFacts"
import { WrongSecrets } from "@agenda-engine/http/context/WrongSecrets"
import { CurrentSettings, type HttpSettings } from "@agenda-engine/http/HttpSettings"
import * as NodeCompressor from "@agenda-engine/http/node/NodeCompressor"
import { logAccess } from "@agenda-engine/http/pipeline/accessLog"
import { addCommonHeaders, variesAt } from "@agenda-engine/http/pipeline/addCommonHeaders"
import { splitUrl } from "@agenda-engine/http/pipeline/RequestTarget"
import * as RouteTable from "@agenda-engine/http/pipeline/RouteTable"
import { traceRequest } from "@agenda-engine/http/pipeline/traceRequest"
import { CurrentDigest, type Digest } from "@agenda-engine/http/response/entityTag"
import { presentProblem } from "@agenda-engine/http/response/presentProblem"
import { problemKinds } from "@agenda-engine/http/response/Refusal"
import * as Pages from "@agenda-engine/pages/Pages"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { createHash } from "node:crypto"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { type ClientSettings, defaultClients } from "../config/ClientsConfig.js"
import type { MetricsSettings } from "../config/MetricsConfig.js"
import { addressOf, type ServerConfig } from "../config/ServerConfig.js"
import { version } from "../config/version.js"
import { clientOf, readProxies } from "./clients/forwarded.js"
import { type Exceeded, rateHeaders, RateLimiter } from "./clients/RateLimiter.js"
import { exchange_seconds } from "./clients/SharedBuckets.js"
import type { Connections } from "./Connections.js"
import { containThrown } from "./containThrown.js"
import type { Metrics } from "./metrics/Metrics.js"
import { nodeCarrier } from "./nodeCarrier.js"
import * as NodeServer from "./NodeServer.js"
import type { RawResponder } from "./RawResponder.js"
import { RequestQueue } from "./RequestQueue.js"
import { servedFromCache, serveFromCache } from "./serveFromCache.js"

/** Why requests are refused. */
interface Reason {
  readonly kind: "too-many-requests" | "unavailable"
  readonly message: string
  readonly headers: { readonly [name: string]: string }
}

const busy: Reason = { kind: "unavailable", message: "the server is busy, try again", headers: { "retry-after": "2" } }
const unavailable: Reason = { kind: "unavailable", message: "the store cannot be reached", headers: { "retry-after": "5" } }

const stopping: Reason = { kind: "unavailable", message: "the server is stopping", headers: { "retry-after": "5" } }

const tooMany = (exceeded: Exceeded): Reason => ({
  kind: "too-many-requests",
  message: `too many requests, try again in ${exceeded.retryAfter_seconds} seconds`,
  headers: rateHeaders(exceeded)
})

const send = (
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  settings: HttpSettings,
  { headers: own, kind, message }: Reason
): void => {
  const { url = "" } = request
  const problem = HttpServerResponse.unsafeJson(presentProblem({ kind, message }, baseOf(request, settings)), {
    status: problemKinds[kind].status,
    headers: own,
    contentType: wantsProblem(request) ? "application/problem+json" : "application/json"
  })
  const { body, headers, status } = addCommonHeaders(
    problem,
    { varies: variesAt(splitUrl(url)[0]), origin: request.headers.origin, id },
    settings
  )
  response.writeHead(status, headers).end(body._tag === "Uint8Array" && request.method !== "HEAD" ? body.body : undefined)
}

/** Answers a request with the reason why it is refused. */
const refuser: Effect.Effect<(request: IncomingMessage, response: ServerResponse, reason: Reason) => void> = Effect.gen(
  function*() {
    const settings = yield* CurrentSettings
    const run = Runtime.runFork(yield* Effect.runtime())
    return (request, response, reason) => {
      const { method = "", url = "" } = request
      const refuse = Effect.gen(function*() {
        const id = yield* requestIdOf(request)
        send(request, response, id, settings, reason)
        if (settings.accessLog) {
          const remoteAddress = Option.fromNullable(clientOf(request))
          yield* logAccess({ method, url, remoteAddress }, id, problemKinds[reason.kind].status, yield* Clock.currentTimeMillis)
        }
        return { status: problemKinds[reason.kind].status }
      })
      const onOver = (done: () => void): void => void response.once("close", done)
      run(
        Effect.withFiberRuntime<unknown>((fiber) =>
          isTraced(fiber) ? traceRequest({ incoming: request, settings, onOver }, null, refuse) : refuse
        )
      )
    }
  }
)

const refuseFor = (reason: Reason): Effect.Effect<RequestListener> =>
  Effect.map(refuser, (refuse) => (request, response) => refuse(request, response, reason))

/**
 * Answers requests that the server has no capacity for: 503 with `Retry-After`, the error body and the common headers.
 * They are not routed, but logged and traced.
 */
export const refuseBusy: Effect.Effect<RequestListener> = refuseFor(busy)

/** Answers requests that the store failed for, like `refuseBusy`. */
const refuseUnavailable: Effect.Effect<RequestListener> = refuseFor(unavailable)

const isHost = (name: string | undefined): boolean => name?.length === 4 && name.toLowerCase() === "host"

/** A name or an address, IPv6 ones in brackets, and a port (RFC 3986 §3.2.2). */
const hostShape = /^(?:[\w.~%!$&'()*+,;=-]*|\[[\w:.]+\])(?::\d{0,5})?$/

/** Whether the `Host` headers are valid: exactly one valid host, or none in HTTP/1.0 (RFC 9112 §3.2). */
const hasRightHosts = ({ httpVersion, rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (!isHost(rawHeaders[index])) continue
    if (!hostShape.test(rawHeaders[index + 1] ?? "")) return false
    hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0")
}

/** Maximum number of headers of a request. */
const headers_max = 1_000

/**
 * Answers 400 to a request with several, malformed or (in HTTP/1.1) no `Host` headers, and 431 to one with too many
 * headers. Node itself uses the first host and drops headers.
 */
const withSoundHeaders = (responder: RawResponder, handler: RequestListener): RequestListener => (request, response) => {
  const { rawHeaders, socket } = request
  if (rawHeaders.length > 2 * headers_max) {
    responder.end(socket, { kind: "headers-too-large", message: `a request has at most ${headers_max} headers` })
  } else if (hasRightHosts(request)) handler(request, response)
  else responder.end(socket, { kind: "malformed-request", message: "a request has one Host header, which is a host" })
}

/** SHA-256 by Node, synchronously, without a round trip to another thread. */
export const digestSync: Digest = (bytes) => Effect.sync(() => createHash("sha256").update(bytes).digest())

const healthPath = /^\/health\/(live|ready)\/?$/

/** What a health check asks for; it bypasses the queue. Null: the request is none. */
const healthCheckOf = ({ method, url = "" }: IncomingMessage): string | null =>
  method === "GET" || method === "HEAD" ? healthPath.exec(splitUrl(url)[0])?.[1] ?? null : null

/** Whether a request is for the metrics. */
const isForMetrics = ({ method, url = "" }: IncomingMessage): boolean => method === "GET" && /^\/metrics(?:\?|$)/.test(splitUrl(url)[0])

/** The metrics of a server; null where they are off. Their module is loaded only for them. */
const metricsOf = (
  { metrics = null, settings }: ServeOptions,
  { connections, queue }: { readonly connections: Connections; readonly queue: RequestQueue }
): Effect.Effect<Metrics | null, never, Engine> =>
  metrics === null ? Effect.succeed(null) : Effect.gen(function*() {
    const { make } = yield* Effect.promise(() => import("./metrics/Metrics.js"))
    const { disabledCount } = yield* Webhooks
    const { parkedCount } = yield* ChangeConsumers
    const run = Runtime.runPromise(yield* Effect.runtime())
    const { backedUpAt, id } = yield* CurrentDatabase
    return make(metrics, {
      version,
      databaseId: id,
      backedUpAt: () => run(backedUpAt),
      settings,
      table: RouteTable.make(settings),
      cached: servedFromCache,
      wrongSecrets: yield* WrongSecrets,
      connections: () => connections.size,
      waiting: () => queue.length,
      disabledWebhooks: () => run(Effect.orElseSucceed(disabledCount, () => null)),
      parkedChanges: () => run(Effect.orElseSucceed(parkedCount, () => null))
    })
  })

/** The server could not listen: the port is taken, the address is not this machine's. */
export class ListenError extends Schema.TaggedError<ListenError>("@agenda-engine/server/node/ListenError")("ListenError", {
  host: Schema.String,
  port: Schema.Int,
  cause: Schema.Defect
}) {
  override get message(): string {
    return `cannot listen on ${this.host}:${this.port}: ${this.cause instanceof Error ? this.cause.message : String(this.cause)}`
  }
}

/** A server that is listening. */
export interface Listening {
  readonly host: string
  /** The one that the system picked, where it was asked to. */
  readonly port: number
  /** `http://host:port`. */
  readonly url: string
  /** The requests that are being answered, each with its method and its address without secrets. */
  readonly activeRequests: () => ReadonlyArray<string>
}

/** Whether only this machine reaches an address that is listened on. */
const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host)

/** What serving depends on beside the engine. */
export type ServeOptions = Pick<ServerConfig, "host" | "port" | "settings" | "limits" | "sockets"> & {
  /** What is known of clients. Default: `defaultClients`. */
  readonly clients?: ClientSettings | undefined
  /** Who may read `/metrics`. Default: null, there are none. */
  readonly metrics?: MetricsSettings | null | undefined
}

/**
 * Serves the engine over HTTP until the scope closes, and then lets requests under way finish. Beside that it sends the
 * mails and geocodes the locations that are due, and removes the images that nothing uses and the kept answers whose
 * time is over. It prints nothing; requests leave lines in Effect's log. Succeeds once requests are answered.
 */
export const serve = (options: ServeOptions): Effect.Effect<Listening, ListenError, Engine | Scope.Scope> =>
  Effect.gen(function*() {
    let { port } = options
    const invitations = {
      ...(yield* CurrentInvitationSettings),
      base: () => options.settings.publicUrl ?? addressOf(options.host, port)
    }
    const built = yield* Effect.provideService(
      Layer.build(Layer.provide(App.layer, [NodeCompressor.layer, Pages.layer])),
      CurrentInvitationSettings,
      invitations
    )
    const isStopping = yield* Deferred.make<void>()
    // Closed after the server, which interrupts the requests of its connections.
    const carrier = yield* Effect.provideService(
      nodeCarrier(Context.get(built, Requests), options.settings, options.sockets.drain_seconds),
      Stopping,
      Deferred.await(isStopping)
    )
    // Closed in parallel: what runs in the background does not delay the end of the requests.
    const running = yield* Scope.fork(yield* Effect.scope, ExecutionStrategy.parallel)
    const { notReady_seconds, queue_max, queue_seconds } = options.sockets
    let isReady = true
    yield* Scope.addFinalizer(
      running,
      Effect.suspend(() => {
        isReady = false
        const announced = notReady_seconds === 0 ? Effect.void : Effect.sleep(`${notReady_seconds} seconds`)
        return Effect.zipRight(announced, Deferred.succeed(isStopping, undefined))
      })
    )
    const { connections, responder, server } = yield* Scope.extend(
      NodeServer.make(options.settings, options.sockets),
      running
    )
    const otherwise = yield* containThrown(responder, carrier)
    const { keyRates, proxies, rates } = options.clients ?? defaultClients
    const readHops = readProxies(proxies)
    const clock = yield* Effect.clock
    const refuse = yield* refuseBusy
    const queue = new RequestQueue({ wait_ms_max: queue_seconds * 1_000, length_max: queue_max })
    server.on("connection", () => queue.accepted())
    const answer = yield* serveFromCache(Context.get(built, ResponseCache), {
      otherwise,
      queue,
      refuse,
      refuseUnavailable: yield* refuseUnavailable
    })
    const limiter = new RateLimiter({ rates, keyRates }, () => clock.unsafeCurrentTimeMillis(), {
      wrongSecrets: yield* WrongSecrets,
      cached: servedFromCache
    })
    const refuseLimited = yield* refuser
    const refuseStopping = yield* refuseFor(stopping)
    const metrics = yield* metricsOf(options, { connections, queue })
    const limit = (listener: RequestListener) =>
      limiter.listener(listener, (request, response, exceeded) => {
        metrics?.limited(exceeded.policy)
        refuseLimited(request, response, tooMany(exceeded))
      })
    const limited = limit(answer)
    const readMetrics = metrics === null ? null : limit(metrics.respond)
    const healthFirst = (listener: RequestListener): RequestListener => {
      const measured = metrics === null ? listener : metrics.measured(listener)
      return (request, response) => {
        readHops(request)
        const check = healthCheckOf(request)
        if (check !== null) (isReady || check === "live" ? otherwise : refuseStopping)(request, response)
        else if (readMetrics !== null && isForMetrics(request)) readMetrics(request, response)
        else measured(request, response)
      }
    }
    const listener = connections.listener(
      withSoundHeaders(responder, healthFirst(limited)),
      withSoundHeaders(responder, healthFirst(refuse)),
      () => queue.proceed()
    )
    server.on("request", listener)
    port = yield* NodeServer.listen(server, options.host, options.port).pipe(
      Effect.mapError((cause) => new ListenError({ host: options.host, port: options.port, cause }))
    )
    if (options.settings.publicUrl === null && !isLoopback(options.host)) {
      yield* Effect.logWarning(
        "AGENDA_PUBLIC_URL is not set: links in answers are made of the Host header of each request, which its sender chooses"
      )
    }
    const counts = yield* RateCounts
    if (counts !== null) {
      const exchange = Effect.forEach(limiter.shared, (buckets) => buckets.exchange(counts), { discard: true })
      yield* Effect.forkIn(Effect.forever(Effect.delay(Effect.withTracerEnabled(exchange, false), `${exchange_seconds} seconds`)), running)
    }
    // Each look for due work would be a trace of its own.
    const untraced = Effect.withTracerEnabled(backgroundWork, false)
    yield* Effect.forkIn(Effect.provideService(untraced, CurrentInvitationSettings, invitations), running)
    return { host: options.host, port, url: addressOf(options.host, port), activeRequests: () => connections.activeRequests() }
  }).pipe(
    Effect.provideService(CurrentSettings, options.settings),
    Effect.provideService(CurrentDigest, digestSync),
    Effect.provideService(CurrentLimits, options.limits)
  )
