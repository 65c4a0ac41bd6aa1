import { NotFound } from "@agenda-engine/core/domain/error/EngineError"
import { isTraced } from "@agenda-engine/core/domain/withSpanIfTraced"
import { isWrongSecret } from "@agenda-engine/core/services/Access"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import type * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import { cachedResponse, cacheKeyOf, isCacheable, notFound, type ResponseCache } from "../cache/ResponseCache.js"
import type { IncomingRequest } from "../context/IncomingRequest.js"
import { randomId, requestIdWith, wantsProblem } from "../context/readFacts.js"
import { askIdentity } from "../identity/askIdentity.js"
import type { HostUsers } from "../identity/IdentityProvider.js"
import { type Sender, unknownSender } from "../identity/Sender.js"
import { parseQueryString } from "../query/parseQueryString.js"
import type { ApiRequest } from "../request/ApiRequest.js"
import type { Handle, Handlers } from "../request/Handle.js"
import { type Failure, respondDefect, respondFailure } from "../response/respondFailure.js"
import { abandoned, logAccess } from "./accessLog.js"
import { addCommonHeaders, preflightHeaders, variesAt } from "./addCommonHeaders.js"
import type { Carried } from "./Carried.js"
import type { Compress, CompressStream } from "./Compressor.js"
import { encodeResponse, encodeStream } from "./encodeResponse.js"
import { readTarget, type RequestTarget } from "./RequestTarget.js"
import type { RouteTable } from "./RouteTable.js"
import { traceRequest } from "./traceRequest.js"

type Response = HttpServerResponse.HttpServerResponse

/** What the pipeline is made of. */
export interface PipelineParts {
  readonly table: RouteTable
  readonly handlers: Partial<Handlers>
  readonly cache: Pick<Context.Tag.Service<ResponseCache>, "findValid" | "put">
  readonly clock: Clock.Clock
  /** Null when compression is unavailable. */
  readonly compress: Compress | null
  readonly compressStream: CompressStream | null
  /** Null when the host has no users of its own. */
  readonly hostUsers: HostUsers | null
  /** Takes the sources of requests with a wrong secret. */
  readonly wrongSecrets: WeakSet<object>
}

/** Answers a request. It never fails. */
export type HttpPipeline = (request: Carried) => Effect.Effect<Response>

/** A method as `Access-Control-Request-Method` names it (RFC 9110 §5.6.2). */
const methodToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/**
 * The response to OPTIONS; null when there is none. A browser sends a request only after 204, so the preflight of a
 * request that will be refused succeeds: else the page never sees the refusal.
 */
const preflight = ({ methods }: RequestTarget, { headers }: IncomingRequest): Response | null => {
  const asked = headers["access-control-request-method"]
  const isPreflight = asked !== undefined && methodToken.test(asked)
  const known = methods ?? []
  if (known.length === 0 && !isPreflight) return null
  const allowed = isPreflight && !known.includes(asked) ? [...known, asked] : known
  return HttpServerResponse.empty({
    status: 204,
    headers: {
      ...(known.length === 0 ? {} : { allow: known.join(", ") }),
      ...preflightHeaders(allowed, headers["access-control-request-headers"])
    }
  })
}

const noRoute: Handle = () => new NotFound({ what: "route" })

/** The route's handler, or what answers a request without a route. */
const handlerOf = (target: RequestTarget, incoming: IncomingRequest, handlers: Partial<Handlers>): Handle => {
  const { matched, methods } = target
  if ("route" in matched) return handlers[matched.route.name] ?? noRoute
  const isRefused = methods === null && incoming.headers["access-control-request-method"] === undefined
  if (incoming.method !== "OPTIONS" || isRefused) return () => Effect.fail(matched)
  const response = preflight(target, incoming)
  return response === null ? noRoute : () => Effect.succeed(response)
}

/** Runs a handler; failures and defects become responses. */
const answer = (handle: Handle, request: ApiRequest, wrongSecrets: WeakSet<object>): Effect.Effect<Response> =>
  Effect.catchAllCause(Effect.suspend(() => handle(request)), (cause) => {
    const failure = Cause.failureOrCause<Failure>(cause)
    if (failure._tag === "Left") {
      const { source } = request.incoming
      if (isWrongSecret(failure.left) && Predicate.isObject(source)) wrongSecrets.add(source)
      return respondFailure(request)(failure.left)
    }
    return Cause.isInterruptedOnly(cause) ? Effect.failCause(failure.right) : respondDefect(request, cause)
  })

/** A request without valid cache entry; a failure to look it up is that of the route. */
type Found = Effect.Effect.Success<ReturnType<Context.Tag.Service<ResponseCache>["findValid"]>>

const respond = (
  { cache, clock, compress, compressStream, handlers, hostUsers, wrongSecrets }: PipelineParts,
  { base, imageBase, incoming, onOver, settings }: Carried,
  target: RequestTarget
): Effect.Effect<Response> =>
  Effect.gen(function*() {
    const begun = clock.unsafeCurrentTimeMillis()
    const sender: Sender = hostUsers === null ? unknownSender : {
      identity: yield* Effect.cached(askIdentity(hostUsers, incoming, settings)),
      engineCredentials: hostUsers.engineCredentials
    }
    const isForAll = target.nearest?.isPublic === true
    // A failure or defect is that of the route, which then asks for the caller.
    const known = hostUsers === null || isForAll || !isCacheable(incoming) ? null : yield* Effect.exit(sender.identity)
    const cacheKey = known !== null && Exit.isFailure(known) ? null : cacheKeyOf(incoming, known === null ? null : known.value)
    const found: Exit.Exit<Found, Failure> = cacheKey === null
      ? Exit.succeed(notFound)
      : yield* Effect.exit(cache.findValid(cacheKey, incoming, onOver))
    const id = requestIdWith(incoming, yield* randomId)
    if (Exit.isSuccess(found) && found.value.cached !== null) {
      const { body, headers, status } = cachedResponse(incoming, found.value.cached, id)
      if (settings.accessLog) yield* logAccess(incoming, id, status, begun)
      return body === null ? HttpServerResponse.empty({ status, headers }) : HttpServerResponse.uint8Array(body, { status, headers })
    }
    const release = Exit.isSuccess(found) ? found.value.release : notFound.release
    const request: ApiRequest = {
      incoming,
      method: incoming.method,
      headers: incoming.headers,
      path: target.path,
      params: "route" in target.matched ? target.matched.params : {},
      id,
      base,
      imageBase,
      queryString: target.queryString,
      query: parseQueryString(target.queryString),
      wantsProblem: wantsProblem(incoming),
      settings,
      sender,
      cacheKey,
      dependencies: null,
      onOver
    }
    const handle = Exit.isFailure(found) ? () => Effect.failCause(found.cause) : handlerOf(target, incoming, handlers)
    const answering = Effect.flatMap(answer(handle, request, wrongSecrets), (answered) =>
      encodeResponse(incoming, answered, settings, compress))
    const encoded = yield* settings.accessLog
      ? Effect.onError(answering, () =>
        logAccess(incoming, id, abandoned, begun))
      : answering
    const varies = target.nearest?.varies ?? variesAt(target.path)
    const final = addCommonHeaders(
      encodeStream(incoming, encoded, settings, compressStream),
      { varies, origin: incoming.headers["origin"], id },
      settings,
      hostUsers?.headers
    )
    if (settings.accessLog) yield* logAccess(incoming, id, final.status, begun)
    cache.put(request, final, clock.unsafeCurrentTimeMillis())
    release(final)
    return final
  })

/**
 * Answers requests. It serves valid cache entries, assigns the request id, refuses malformed paths, answers preflights
 * and turns every failure into the one error body. It then adds entity tags, compression and common headers, and writes
 * the access log. With a tracer, all of it is in one span.
 */
export const httpPipeline = (parts: PipelineParts): HttpPipeline => (request) =>
  Effect.withFiberRuntime((fiber) => {
    const target = readTarget(request.incoming, request.settings, parts.table)
    const answering = respond(parts, request, target)
    if (!isTraced(fiber)) return answering
    const route = target.nearest === null ? null : `${request.settings.basePath}${target.nearest.path}`
    return traceRequest(request, route, answering)
  })
