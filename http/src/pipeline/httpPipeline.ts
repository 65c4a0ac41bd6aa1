import { Invalid, NotFound } from "@agenda-engine/core/domain/error/EngineError"
import { issue } from "@agenda-engine/core/domain/error/Issue"
import { CurrentImageBase } from "@agenda-engine/core/domain/media/Image"
import { isTraced } from "@agenda-engine/core/domain/withSpanIfTraced"
import { CurrentWait } from "@agenda-engine/core/schedule/CurrentWait"
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"
import { cachedResponse, isCacheable, notFound, type ResponseCache } from "../cache/ResponseCache.js"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { rawOf, readFacts, requestIdOf, requestLineBytes } from "../context/readFacts.js"
import { WaitingRequests } from "../context/WaitingRequests.js"
import { CurrentSettings, type HttpSettings } from "../HttpSettings.js"
import { askIdentity } from "../identity/askIdentity.js"
import { CurrentSender } from "../identity/CurrentSender.js"
import type { HostUsers } from "../identity/IdentityProvider.js"
import { Refusal } from "../response/Refusal.js"
import { type Failure, respondDefect, respondFailure } from "../response/respondFailure.js"
import { abandoned, logAccess } from "./accessLog.js"
import { addCommonHeaders, preflightHeaders } from "./addCommonHeaders.js"
import type { Compress, CompressStream } from "./Compressor.js"
import { encodeResponse, encodeStream } from "./encodeResponse.js"
import { pathBehind, splitUrl } from "./requestTarget.js"
import { canonicalPath, encodesLiteral, isLeftOut, isPublicPath, methodsOf, routeOf, withPrefix } from "./RouteTable.js"
import { traceRequest } from "./traceRequest.js"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

const malformedPath = (path: string): Invalid =>
  new Invalid({
    subject: "parameters",
    issues: [issue("parameter.invalid", "path", { message: "the path takes percent-encoded UTF-8", origin: path })]
  })

/**
 * The failure when the router finds no route: 404 for an unknown path or too long a segment, 405 when the path does not
 * allow the method.
 */
const unrouted = (method: string, path: string, settings: HttpSettings): NotFound | Refusal => {
  const methods = methodsOf(path, settings.pages, settings.startPage, settings.withoutRoutes)
  return methods.length === 0 || methods.includes(method) ? new NotFound({ what: "route" }) : new Refusal({
    kind: "method-not-allowed",
    message: `allowed methods: ${methods.join(", ")}`,
    headers: { allow: methods.join(", ") }
  })
}

/** Checks the request line and canonicalizes the path for the router, which gets no query string. */
const admit = (
  request: Request,
  path: string,
  settings: HttpSettings
): Either.Either<{ readonly request: Request; readonly path: string }, Failure> => {
  if (requestLineBytes(request) > settings.requestLine_bytes_max) {
    return Either.left(
      new Refusal({ kind: "uri-too-long", message: `a request line holds at most ${settings.requestLine_bytes_max} bytes` })
    )
  }
  const canonical = canonicalPath(path)
  if (canonical === null) return Either.left(malformedPath(path))
  const routed = settings.unprefixed ? withPrefix(canonical) : canonical
  const prefix = routed.slice(0, routed.length - canonical.length)
  if (encodesLiteral(`${prefix}${path}`, routed) || isLeftOut(routed, settings.withoutRoutes)) {
    return Either.left(new NotFound({ what: "route" }))
  }
  return Either.right({ request: request.modify({ url: routed }), path: routed })
}

/** A method as `Access-Control-Request-Method` names it (RFC 9110 §5.6.2). */
const methodToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/**
 * The response to OPTIONS; `path` is null when the request is refused. A browser sends a request only after 204, so the
 * preflight of a request that will be refused succeeds: else the page never sees the refusal.
 */
const preflight = (path: string | null, { headers }: Request, settings: HttpSettings): Effect.Effect<Response, NotFound> => {
  const methods = path === null ? [] : methodsOf(path, settings.pages, settings.startPage, settings.withoutRoutes)
  const asked = headers["access-control-request-method"]
  const isPreflight = asked !== undefined && methodToken.test(asked)
  if (methods.length === 0 && !isPreflight) return new NotFound({ what: "route" })
  const allowed = isPreflight && !methods.includes(asked) ? [...methods, asked] : methods
  return Effect.succeed(HttpServerResponse.empty({
    status: 204,
    headers: {
      ...(methods.length === 0 ? {} : { allow: methods.join(", ") }),
      ...preflightHeaders(allowed, headers["access-control-request-headers"])
    }
  }))
}

const isUnrouted = Predicate.isTagged("RouteNotFound")

/** Notes whether the request from this source waits. */
const noteWaits = (waits: WeakSet<object>, source: unknown) => (isWaiting: boolean): void => {
  if (!Predicate.isObject(source)) return
  if (isWaiting) waits.add(source)
  else waits.delete(source)
}

/** The declared route of a request behind `basePath`; null when none answers it. */
const routeOfRequest = (request: Request, settings: HttpSettings): string | null => {
  const [path] = splitUrl(request.url)
  const { basePath, pages, startPage, withoutRoutes } = settings
  const behind = pathBehind(path, basePath)
  const admitted = behind === null ? null : Either.getOrNull(admit(request, behind, settings))
  const route = admitted === null ? null : routeOf(request.method, admitted.path, pages, startPage, withoutRoutes)
  return route === null ? null : `${basePath}${route}`
}

/** Traces a request when a tracer is installed. */
const traced = (answer: HttpApp.Default<never, Scope.Scope>): HttpApp.Default<never, Scope.Scope> =>
  Effect.withFiberRuntime((fiber) =>
    isTraced(fiber)
      ? Effect.flatMap(Effect.all([HttpServerRequest.HttpServerRequest, CurrentSettings]), ([request, settings]) =>
        traceRequest(rawOf(request), routeOfRequest(request, settings), settings, answer))
      : answer
  )

/**
 * Middleware around the whole app. It serves valid cache entries, assigns the request id, refuses malformed paths,
 * answers preflights and turns every failure into the one error body. It then adds entity tags, compression and common
 * headers, and writes the access log. With a tracer, all of it is in one span. `services` are what `app` requires.
 * They are provided together with the facts of the request, because each provision copies the whole context.
 * `compress` and `compressStream` are null when compression is unavailable, `hostUsers` when the host has no users of
 * its own.
 */
export const httpPipeline = <R>(
  app: HttpApp.Default<never, R | Scope.Scope>,
  services: Context.Context<R>,
  cache: Pick<Context.Tag.Service<ResponseCache>, "findValid">,
  compress: Compress | null,
  compressStream: CompressStream | null,
  hostUsers: HostUsers | null = null
): HttpApp.Default<never, Scope.Scope> =>
  traced(Effect.gen(function*() {
    const settings = yield* CurrentSettings
    const waits = yield* WaitingRequests
    const incoming = yield* HttpServerRequest.HttpServerRequest
    const begun = yield* Clock.currentTimeMillis
    const raw = rawOf(incoming)
    const sender = hostUsers === null ? null : {
      identity: yield* Effect.cached(askIdentity(hostUsers, incoming, settings)),
      engineCredentials: hostUsers.engineCredentials
    }
    const [path, queryString] = splitUrl(incoming.url)
    const behind = settings.basePath === "" ? path : pathBehind(path, settings.basePath)
    const isForAll = sender !== null && behind !== null && isPublicPath(behind, settings.unprefixed)
    // A failure or defect is that of the route, which then asks for the caller.
    const known = sender === null || isForAll || !isCacheable(raw) ? null : yield* Effect.exit(sender.identity)
    const found = known !== null && Exit.isFailure(known)
      ? Either.right(notFound)
      : yield* Effect.either(cache.findValid(raw, known === null ? null : known.value))
    const { cached, release } = Either.getOrElse(found, () => notFound)
    if (cached !== null) {
      const { body, headers, status } = cachedResponse(raw, cached, yield* requestIdOf(raw))
      if (settings.accessLog) yield* logAccess(incoming, headers["x-request-id"] ?? "", status, begun)
      return body === null ? HttpServerResponse.empty({ status, headers }) : HttpServerResponse.uint8Array(body, { status, headers })
    }
    const rawPath = behind ?? path
    const admitted = behind === null
      ? Either.left(new NotFound({ what: "route" }))
      : Either.flatMap(found, () => admit(incoming, behind, settings))
    const facts = yield* readFacts(incoming, Either.isRight(admitted) ? queryString : "", settings)

    const preflighted = incoming.method === "OPTIONS" && incoming.headers["access-control-request-method"] !== undefined
      ? Either.orElse(admitted, () => Either.right({ request: incoming, path: null }))
      : admitted
    const route = Effect.flatMap(preflighted, ({ path, request }) =>
      path === null || request.method === "OPTIONS" ?
        preflight(path, request, settings) :
        Effect.catchAllCause(app, (cause) => {
          if (isUnrouted(Cause.squash(cause))) {
            return respondFailure(unrouted(request.method, path, settings))
          }
          return Cause.isInterruptedOnly(cause) ? Effect.failCause(cause) : respondDefect(cause)
        })).pipe(
        Effect.catchAll(respondFailure)
      )
    const ofRequest = Context.make(CurrentRequest, facts).pipe(
      Context.add(CurrentImageBase, settings.imagesUrl ?? `${facts.base}/images/`),
      Context.add(CurrentWait, noteWaits(waits, incoming.source)),
      Context.add(HttpServerRequest.HttpServerRequest, Either.isRight(admitted) ? admitted.right.request : incoming)
    )
    const ofSender = sender === null ? ofRequest : Context.add(ofRequest, CurrentSender, sender)
    const answering = Effect.mapInputContext(
      route,
      (outer: Context.Context<Scope.Scope>) => Context.mergeAll(outer, services, ofSender)
    ).pipe(
      Effect.flatMap((answered) => encodeResponse(incoming, answered, settings, compress)),
      Effect.map((encoded) => encodeStream(incoming, encoded, settings, compressStream))
    )
    const response = yield* settings.accessLog
      ? Effect.onError(answering, () => logAccess(incoming, facts.id, abandoned, begun))
      : answering
    const headerContext = {
      path: Either.isRight(admitted) ? admitted.right.path : canonicalPath(rawPath) ?? rawPath,
      origin: incoming.headers["origin"],
      id: facts.id
    }
    const final = addCommonHeaders(response, headerContext, settings, hostUsers?.headers)
    if (settings.accessLog) yield* logAccess(incoming, facts.id, final.status, begun)
    yield* HttpApp.appendPreResponseHandler((_request, response) => Effect.as(release(final), response))
    return final
  }))
