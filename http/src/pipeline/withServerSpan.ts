import { omitUndefined } from "@agenda-engine/core/domain/omitUndefined"
import { isTraced } from "@agenda-engine/core/domain/withSpanIfTraced"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"
import { CurrentSettings, type HttpSettings } from "../HttpSettings.js"
import { pathBehind, splitUrl } from "./requestTarget.js"
import { canonicalPath, routeOf, withPrefix } from "./RouteTable.js"

/** W3C Trace Context §3.2: later versions may append fields, version 00 has none. */
const traceparent = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/**
 * The span that a `traceparent` header names; null for an absent or malformed one, which is ignored (W3C Trace Context
 * §4.3).
 */
export const parentOf = (header: string | undefined): Tracer.ExternalSpan | null => {
  const [, version, traceId, spanId, flags, more] = traceparent.exec(header?.trim() ?? "") ?? []
  if (traceId === undefined || spanId === undefined || (version === "00" && more !== undefined)) return null
  return Tracer.externalSpan({ traceId, spanId, sampled: Number.parseInt(flags ?? "0", 16) % 2 === 1 })
}

/** The methods that are attributes; any other is `_OTHER`, so that clients cannot invent values. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

/** The path of the route of a request; null when there is none. */
const routeOfPath = (path: string, { basePath, unprefixed }: HttpSettings): string | null => {
  const behind = basePath === "" ? path : pathBehind(path, basePath)
  const canonical = behind === null ? null : canonicalPath(behind)
  const route = canonical === null ? null : routeOf(unprefixed ? withPrefix(canonical) : canonical)
  return route === null ? null : `${basePath}${route}`
}

/** Answers a request in its span. Attributes have no query, which may contain a key or an invitation's token. */
const inSpan = <E, R>(answering: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.gen(function*() {
    const settings = yield* CurrentSettings
    const { headers, method, url } = yield* HttpServerRequest.HttpServerRequest
    const [path] = splitUrl(url)
    const route = routeOfPath(path, settings)
    const parent = parentOf(headers["traceparent"])
    const known = methods.includes(method)
    return yield* Effect.useSpan(
      [known ? method : "HTTP", ...(route === null ? [] : [route])].join(" "),
      {
        kind: "server",
        captureStackTrace: false,
        attributes: {
          "http.request.method": known ? method : "_OTHER",
          "url.path": path,
          ...omitUndefined({ "user_agent.original": headers["user-agent"] })
        },
        ...(parent === null ? { root: true } : { parent })
      },
      (span) =>
        Effect.tap(Effect.withParentSpan(answering, span), ({ status }) =>
          Effect.sync(() => {
            span.attribute("http.response.status_code", status)
            // The router writes its own path there, which lacks `basePath`.
            if (route !== null) span.attribute("http.route", route)
            if (status >= 500) span.attribute("error.type", String(status))
          }))
    )
  })

/**
 * Answers a request in a server span, only when a tracer is installed. Name and attributes are those of the semantic
 * conventions of OpenTelemetry for HTTP. The parent is that of `traceparent`.
 */
export const withServerSpan = <E, R>(
  answering: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.withFiberRuntime((fiber) => isTraced(fiber) ? inSpan(answering) : answering)
