import { CurrentImageBase } from "@agenda-engine/core/domain/CurrentImageBase"
import { Invalid, NotFound } from "@agenda-engine/core/domain/EngineError"
import { issue } from "@agenda-engine/core/domain/Issue"
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"
import { CurrentSettings, type HttpSettings } from "../HttpSettings.js"
import { Refusal } from "../response/Refusal.js"
import { type Failure, respondDefect, respondFailure } from "../response/respondFailure.js"
import { abandoned, logAccess } from "./accessLog.js"
import { canonicalPath, withPrefix } from "./canonicalPath.js"
import type { Compress, CompressStream } from "./Compressor.js"
import { preflightHeaders } from "./cors.js"
import { CurrentRequest } from "./CurrentRequest.js"
import { dress } from "./dress.js"
import { encodeStream, finish } from "./finish.js"
import { answerWith, type KeptReads } from "./KeptReads.js"
import { rawOf, requestLineBytes } from "./RawRequest.js"
import { readFacts, requestIdOf } from "./readFacts.js"
import { methodsOf } from "./RouteTable.js"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

const malformedPath = (path: string): Invalid =>
  new Invalid({
    subject: "parameters",
    issues: [issue("parameter.invalid", "path", { message: "the path takes percent-encoded UTF-8", origin: path })]
  })

/** Why nothing answers a request: the path is unknown, or takes other methods. */
const unrouted = (path: string, settings: HttpSettings): NotFound | Refusal => {
  const methods = methodsOf(path, settings.pages)
  return methods.length === 0 ? new NotFound({ what: "route" }) : new Refusal({
    kind: "method-not-allowed",
    message: `this takes ${methods.join(", ")}`,
    headers: { allow: methods.join(", ") }
  })
}

/** The request with an address that the router can take: its path in one spelling, and no query string. */
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
  const known = settings.unprefixed ? withPrefix(canonical) : canonical
  return Either.right({ request: request.modify({ url: known }), path: known })
}

const preflight = (path: string, request: Request, settings: HttpSettings): Effect.Effect<Response> => {
  const methods = methodsOf(path, settings.pages)
  if (methods.length === 0) return respondFailure(new NotFound({ what: "route" }))
  return Effect.succeed(HttpServerResponse.empty({
    status: 204,
    headers: { allow: methods.join(", "), ...preflightHeaders(methods, request.headers["access-control-request-headers"]) }
  }))
}

const isUnrouted = Predicate.isTagged("RouteNotFound")

/** Splits a request target into path and query string; one in absolute form loses its origin. */
const splitUrl = (url: string): readonly [path: string, queryString: string] => {
  const target = url.startsWith("/") ? url : url.replace(/^[a-z]+:\/\/[^/?#]*/i, "")
  const end = target.search(/[?#]/)
  if (end === -1) return [target, ""]
  return [target.slice(0, end), target[end] === "?" ? target.slice(end + 1).split("#", 1).join("") : ""]
}

/**
 * What every request passes first and every answer last: it gives what is kept and still holds, names the request, refuses what cannot be routed, answers preflights, turns
 * whatever goes wrong behind it into the one error body, tags and compresses what goes out, adds the common headers and leaves a line in the
 * log. `compress` and `compressStream` are null where there is nothing to compress by.
 */
export const frontDoor = (
  app: HttpApp.Default<never, Scope.Scope>,
  reads: Pick<Context.Tag.Service<KeptReads>, "current">,
  compress: Compress | null,
  compressStream: CompressStream | null
): HttpApp.Default<never, Scope.Scope> =>
  Effect.gen(function*() {
    const settings = yield* CurrentSettings
    const outside = yield* HttpServerRequest.HttpServerRequest
    const begun = yield* Clock.currentTimeMillis
    const raw = rawOf(outside)
    const { kept, made } = yield* reads.current(raw)
    if (kept !== null) {
      const { body, headers, status } = answerWith(raw, kept, yield* requestIdOf(raw))
      if (settings.accessLog) yield* logAccess(outside, headers["x-request-id"] ?? "", status, begun)
      return body === null ? HttpServerResponse.empty({ status, headers }) : HttpServerResponse.uint8Array(body, { status, headers })
    }
    const [written, queryString] = splitUrl(outside.url)
    const admitted = admit(outside, written, settings)
    const facts = yield* readFacts(outside, Either.isRight(admitted) ? queryString : "", settings)

    const route = Effect.flatMap(admitted, ({ path, request }) =>
      request.method === "OPTIONS" ?
        preflight(path, request, settings) :
        Effect.provideService(app, HttpServerRequest.HttpServerRequest, request).pipe(
          Effect.catchAllCause((cause) => {
            if (isUnrouted(Cause.squash(cause))) {
              return respondFailure(unrouted(path, settings))
            }
            return Cause.isInterruptedOnly(cause) ? Effect.failCause(cause) : respondDefect(cause)
          })
        )).pipe(
        Effect.catchAll(respondFailure)
      )
    const known = Context.make(CurrentRequest, facts).pipe(Context.add(CurrentImageBase, settings.imagesUrl ?? `${facts.base}/images/`))
    const response = yield* Effect.provide(route, known).pipe(
      Effect.flatMap((answered) => finish(outside, answered, settings, compress)),
      Effect.map((finished) => encodeStream(outside, finished, settings, compressStream)),
      Effect.onError(() => settings.accessLog ? logAccess(outside, facts.id, abandoned, begun) : Effect.void)
    )
    const addressed = { path: Either.isRight(admitted) ? admitted.right.path : written, origin: outside.headers["origin"], id: facts.id }
    const dressed = dress(response, addressed, settings)
    if (settings.accessLog) yield* logAccess(outside, facts.id, dressed.status, begun)
    yield* HttpApp.appendPreResponseHandler((_request, response) => Effect.as(made, response))
    return dressed
  })
