import { CurrentInvitationSettings } from "@agenda-engine/core/domain/access/Invitation"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import type { Engine } from "@agenda-engine/core/Engine"
import { backgroundWork } from "@agenda-engine/core/services/maintenance/backgroundWork"
import { App, Requests } from "@agenda-engine/http/App"
import { ResponseCache } from "@agenda-engine/http/cache/ResponseCache"
import { CurrentSettings } from "@agenda-engine/http/HttpSettings"
import * as NodeCompressor from "@agenda-engine/http/node/NodeCompressor"
import { CurrentDigest, type Digest } from "@agenda-engine/http/response/entityTag"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { createHash } from "node:crypto"
import type { RequestListener } from "node:http"
import { addressOf, type ServerConfig } from "../config/ServerConfig.js"
import { containThrown } from "./containThrown.js"
import { nodeCarrier } from "./nodeCarrier.js"
import * as NodeServer from "./NodeServer.js"
import { refuseBusy, refuseUnavailable } from "./refuseBusy.js"
import { RequestQueue } from "./RequestQueue.js"
import { serveFromCache } from "./serveFromCache.js"
import { withSoundHeaders } from "./withSoundHeaders.js"

/** SHA-256 by Node, synchronously, without a round trip to another thread. */
export const digestSync: Digest = (bytes) => Effect.sync(() => createHash("sha256").update(bytes).digest())

const path = /^\/health\/(?:live|ready)\/?(?:\?|$)/

/** Whether a request is a health check, which bypasses the queue. */
const isHealthCheck = ({ method, url = "" }: { readonly method?: string | undefined; readonly url?: string | undefined }): boolean =>
  (method === "GET" || method === "HEAD") && path.test(url)

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
export type ServeOptions = Pick<ServerConfig, "host" | "port" | "settings" | "limits" | "sockets">

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
      Layer.build(Layer.provide(App.layer, NodeCompressor.layer)),
      CurrentInvitationSettings,
      invitations
    )
    const { queue_max, queue_seconds } = options.sockets
    // Closed in parallel: what runs in the background does not delay the end of the requests.
    const running = yield* Scope.fork(yield* Effect.scope, ExecutionStrategy.parallel)
    const { connections, responder, server } = yield* Scope.extend(
      NodeServer.make(options.settings, options.sockets),
      running
    )
    const otherwise = yield* containThrown(responder, yield* nodeCarrier(Context.get(built, Requests), options.settings))
    const refuse = yield* refuseBusy
    const queue = new RequestQueue({ wait_ms_max: queue_seconds * 1_000, length_max: queue_max })
    server.on("connection", () => queue.accepted())
    const answer = yield* serveFromCache(Context.get(built, ResponseCache), {
      otherwise,
      queue,
      refuse,
      refuseUnavailable: yield* refuseUnavailable
    })
    const healthFirst = (listener: RequestListener): RequestListener => (request, response) =>
      (isHealthCheck(request) ? otherwise : listener)(request, response)
    const listener = connections.listener(
      withSoundHeaders(responder, healthFirst(answer)),
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
    yield* Effect.forkIn(Effect.provideService(backgroundWork, CurrentInvitationSettings, invitations), running)
    return { host: options.host, port, url: addressOf(options.host, port), activeRequests: () => connections.activeRequests() }
  }).pipe(
    Effect.provideService(CurrentSettings, options.settings),
    Effect.provideService(CurrentDigest, digestSync),
    Effect.provideService(CurrentLimits, options.limits)
  )
