import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Tracer from "effect/Tracer"
import { baseOf, type RawRequest } from "../context/readFacts.js"
import type { HttpSettings } from "../HttpSettings.js"
import { loggedUrl } from "./accessLog.js"
import type { Carried } from "./Carried.js"
import { splitUrl } from "./RequestTarget.js"

/** Methods that are named in spans; clients may send any other token. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"])

/** `traceparent` (W3C Trace Context §3.2): version 00, and the known part of later versions. */
const traceparent = /^(?!ff)(?!00-.{53})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/** The client's span; null without a valid `traceparent`. */
const parentOf = ({ headers }: RawRequest): Tracer.ExternalSpan | null => {
  const [, traceId, spanId, flags] = traceparent.exec(String(headers["traceparent"] ?? "").trim()) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  return Tracer.externalSpan({ traceId, spanId, sampled: Number.parseInt(flags, 16) % 2 === 1 })
}

/** Attributes of the server that the client addressed; none when it is unknown. */
const serverAttributes = (request: RawRequest, settings: HttpSettings): { readonly [name: string]: unknown } => {
  const base = loggedUrl(baseOf(request, settings))
  if (!URL.canParse(base)) return {}
  const { hostname, port, protocol } = new URL(base)
  return {
    "url.scheme": protocol.slice(0, -1),
    "server.address": hostname,
    ...(port === "" ? {} : { "server.port": Number(port) })
  }
}

/** The status that an exit is answered with; null when the client disconnected before. */
const statusOf = <E>(exit: Exit.Exit<{ readonly status: number }, E>): number | null =>
  Exit.isSuccess(exit) ? exit.value.status : Cause.isInterruptedOnly(exit.cause) ? null : 500

/** The parts of a request that its span needs. */
type TracedRequest = Pick<Carried, "onOver" | "settings"> & { readonly incoming: RawRequest }

/**
 * Answers a request in a span of kind `server`, with attributes of OpenTelemetry's semantic conventions for HTTP. It is
 * the child of the client's span that `traceparent` names, else a root. It ends when the request is over, after a
 * streamed body, and fails with a status of 5xx. Its path is that of the access log; it has neither query nor headers.
 *
 * `route`: the declared path behind `basePath`; null when there is none.
 */
export const traceRequest = <A extends { readonly status: number }, E, R>(
  { incoming, onOver, settings }: TracedRequest,
  route: string | null,
  answer: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> =>
  Effect.gen(function*() {
    const { method: sent = "", url = "" } = incoming
    const method = methods.has(sent) ? sent : null
    const [path] = splitUrl(url)
    const parent = parentOf(incoming)
    const clock = yield* Effect.clock
    const span = yield* Effect.makeSpan([method ?? "HTTP", ...(route === null ? [] : [route])].join(" "), {
      kind: "server",
      captureStackTrace: false,
      ...(parent === null ? { root: true } : { parent }),
      attributes: {
        "http.request.method": method ?? "_OTHER",
        "url.path": loggedUrl(path),
        ...serverAttributes(incoming, settings)
      }
    })
    let ended: Exit.Exit<unknown, unknown> = Exit.void
    onOver(() => span.end(clock.unsafeCurrentTimeNanos(), ended))
    return yield* Effect.onExit(Effect.withParentSpan(answer, span), (exit) =>
      Effect.sync(() => {
        if (route !== null) span.attribute("http.route", route)
        ended = exit
        const status = statusOf(exit)
        if (status === null) return
        span.attribute("http.response.status_code", status)
        if (status < 500) return
        span.attribute("error.type", String(status))
        if (Exit.isSuccess(exit)) ended = Exit.fail(`the status is ${status}`)
      }))
  })
