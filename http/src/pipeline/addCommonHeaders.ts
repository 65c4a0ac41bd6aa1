import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Varies } from "../api/routes.js"
import type { HttpSettings } from "../HttpSettings.js"

const exposed = "ETag, Idempotency-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"

const accepted = [
  "accept",
  "access-token",
  "authorization",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-none-match",
  "key",
  "lang",
  "nonce",
  "x-request-id"
].join(", ")

const preflightAge_seconds = 86_400

/** CORS headers for an origin; none when it is not allowed. */
export const corsHeaders = (origin: string | undefined, origins: ReadonlyArray<string>): { readonly [name: string]: string } => {
  if (origins.includes("*")) return { "access-control-allow-origin": "*", "access-control-expose-headers": exposed }
  return origin !== undefined && origins.includes(origin)
    ? { "access-control-allow-origin": origin, "access-control-expose-headers": exposed }
    : {}
}

/** CORS headers of the response to a preflight. */
export const preflightHeaders = (methods: ReadonlyArray<string>, asked: string | undefined): { readonly [name: string]: string } => ({
  "access-control-allow-methods": methods.join(", "),
  "access-control-allow-headers": asked ?? accepted,
  "access-control-max-age": String(preflightAge_seconds)
})

/** `Vary` for the given headers, and for `origin` when CORS depends on it. */
const varyOn = (origins: ReadonlyArray<string>, headers: ReadonlyArray<string>): string =>
  [...headers, ...(origins.includes("*") ? [] : ["origin"])].join(", ")

const credentialHeaders = ["key", "access-token", "authorization", "accept-encoding"]

/**
 * `Vary` of responses outside `/v2`, which shared caches may store. Without `publicUrl` their links depend on the host.
 */
const pageHeaders = (varies: Varies, { publicUrl }: HttpSettings, identityHeaders: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...(varies === "reader"
    ? [...new Set(["key", "access-token", "authorization", ...identityHeaders])]
    : varies === "language"
    ? ["accept-language"]
    : []),
  "accept-encoding",
  ...(publicUrl === null ? ["host"] : [])
]

/** The parts of a request that the common headers depend on. */
export interface HeaderContext {
  /** What the route's response depends on; `credentials` below `/v2` without a route. */
  readonly varies: Varies
  readonly origin: string | undefined
  /** Request id. */
  readonly id: string
}

/**
 * Adds the common headers (wire.md §1); headers that the route set are not replaced. `identityHeaders`: the request
 * headers by which the host identifies its users.
 */
export const addCommonHeaders = (
  response: HttpServerResponse.HttpServerResponse,
  { id, origin, varies }: HeaderContext,
  settings: HttpSettings,
  identityHeaders: ReadonlyArray<string> = []
): HttpServerResponse.HttpServerResponse => {
  const credentials = [...new Set([...credentialHeaders, ...identityHeaders])]
  return HttpServerResponse.setHeaders(response, {
    ...corsHeaders(origin, settings.corsOrigins),
    ...(varies === "credentials" || varies === "list"
      ? {
        "cache-control": response.headers["cache-control"] ?? "private, no-cache",
        "vary": varyOn(settings.corsOrigins, response.status < 400 && varies !== "list" ? credentials : [...credentials, "accept"])
      }
      : { "vary": varyOn(settings.corsOrigins, pageHeaders(varies, settings, identityHeaders)) }),
    "x-content-type-options": "nosniff",
    "x-request-id": id
  })
}

/** What the response to a request without a route depends on. */
export const variesAt = (path: string): Varies => path.startsWith("/v2/") ? "credentials" : "nothing"
