import { isTraced } from "@agenda-engine/core/domain/withSpanIfTraced"
import { baseOf, requestIdOf, wantsProblem } from "@agenda-engine/http/context/readFacts"
import { CurrentSettings, type HttpSettings } from "@agenda-engine/http/HttpSettings"
import { logAccess } from "@agenda-engine/http/pipeline/accessLog"
import { addCommonHeaders, variesAt } from "@agenda-engine/http/pipeline/addCommonHeaders"
import { traceRequest } from "@agenda-engine/http/pipeline/traceRequest"
import { presentProblem } from "@agenda-engine/http/response/presentProblem"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"

/** Why requests are refused. */
interface Reason {
  readonly message: string
  /** `Retry-After`, in seconds. */
  readonly retryAfter_seconds: number
}

const busy: Reason = { message: "the server is busy, try again", retryAfter_seconds: 2 }
const unavailable: Reason = { message: "the store cannot be reached", retryAfter_seconds: 5 }

const send = (
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  settings: HttpSettings,
  { message, retryAfter_seconds }: Reason
): void => {
  const { url = "" } = request
  const facts = { kind: "unavailable", message } as const
  const problem = HttpServerResponse.unsafeJson(presentProblem(facts, baseOf(request, settings)), {
    status: 503,
    headers: { "retry-after": String(retryAfter_seconds) },
    contentType: wantsProblem(request) ? "application/problem+json" : "application/json"
  })
  const { body, headers, status } = addCommonHeaders(problem, { varies: variesAt(url), origin: request.headers.origin, id }, settings)
  response.writeHead(status, headers).end(body._tag === "Uint8Array" && request.method !== "HEAD" ? body.body : undefined)
}

const refuseFor = (reason: Reason): Effect.Effect<RequestListener> =>
  Effect.gen(function*() {
    const settings = yield* CurrentSettings
    const run = Runtime.runFork(yield* Effect.runtime())
    return (request, response) => {
      const { method = "", socket, url = "" } = request
      const refuse = Effect.gen(function*() {
        const id = yield* requestIdOf(request)
        send(request, response, id, settings, reason)
        if (settings.accessLog) {
          const remoteAddress = Option.fromNullable(socket.remoteAddress)
          yield* logAccess({ method, url, remoteAddress }, id, 503, yield* Clock.currentTimeMillis)
        }
        return { status: 503 }
      })
      const onOver = (done: () => void): void => void response.once("close", done)
      run(Effect.withFiberRuntime<unknown>((fiber) =>
        isTraced(fiber) ? traceRequest({ incoming: request, settings, onOver }, null, refuse) : refuse
      ))
    }
  })

/**
 * Answers requests that the server has no capacity for: 503 with `Retry-After`, the error body and the common headers.
 * They are not routed, but logged and traced.
 */
export const refuseBusy: Effect.Effect<RequestListener> = refuseFor(busy)

/** Answers requests that the store failed for, like `refuseBusy`. */
export const refuseUnavailable: Effect.Effect<RequestListener> = refuseFor(unavailable)
