import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { HttpSettings } from "../HttpSettings.js"
import { corsHeaders, varyOn } from "./cors.js"

const credentialHeaders = ["key", "access-token", "authorization", "accept-encoding"]

/** The reference page brings all it needs; a browser that obeys this asks nobody else for anything. */
const offline =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; connect-src 'self'"

/** Pages and calendars come in the language that the browser asks for. */
const isPage = (path: string): boolean => path.startsWith("/agendas/")

/** What answers outside of `/v2` depend on, where they may be shared. Without `publicUrl` their links begin with the request's host. */
const pageHeaders = (path: string, { publicUrl }: HttpSettings): ReadonlyArray<string> => [
  ...(isPage(path) ? ["accept-language"] : []),
  "accept-encoding",
  ...(publicUrl === null ? ["host"] : [])
]

/** What of a request the common headers of its answer depend on. */
export interface Addressed {
  readonly path: string
  readonly origin: string | undefined
  /** What the request is called. */
  readonly id: string
}

/** The answer with the common headers (wire.md §1); those that the route set itself stay. */
export const dress = (
  response: HttpServerResponse.HttpServerResponse,
  { id, origin, path }: Addressed,
  settings: HttpSettings
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeaders(response, {
    ...corsHeaders(origin, settings.corsOrigins),
    ...(path.startsWith("/v2/")
      ? {
        "cache-control": response.headers["cache-control"] ?? "private, no-cache",
        "vary": varyOn(settings.corsOrigins, response.status < 400 ? credentialHeaders : [...credentialHeaders, "accept"])
      }
      : { "vary": varyOn(settings.corsOrigins, pageHeaders(path, settings)) }),
    ...(/^\/docs\/?$/.test(path) ? { "content-security-policy": offline } : {}),
    "x-content-type-options": "nosniff",
    "x-request-id": id
  })
