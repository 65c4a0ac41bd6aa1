import * as Headers from "@effect/platform/Headers"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { HttpSettings } from "../HttpSettings.js"
import { baseOf, type RawRequest } from "./readFacts.js"

/** Reads a request body. */
export interface ReadsBody {
  /**
   * Passes each chunk to `take` until the body ends or `take` returns false. The rest is then left unread and the
   * connection stays open. Fails when the body is cut off.
   */
  readonly readBody: (take: (chunk: Uint8Array) => boolean) => Effect.Effect<void, unknown>
}

/** A request as a server received it. Header names are in lower case, the method in upper case. */
export interface IncomingRequest extends RawRequest, ReadsBody {
  readonly method: string
  /** The target as it was sent: a path with its query string, or an absolute URL. */
  readonly url: string
  readonly headers: Headers.Headers
  /** IP address of the client, where the server knows it. */
  readonly remoteAddress: Option.Option<string>
  /** What the server has of the request: an `IncomingMessage` of Node, or a web `Request`. */
  readonly source: unknown
}

/** The request of Effect platform. */
export const fromPlatform = (request: HttpServerRequest.HttpServerRequest): IncomingRequest => ({
  method: request.method,
  url: request.originalUrl,
  headers: request.headers,
  remoteAddress: request.remoteAddress,
  source: request.source,
  readBody: (take) => Stream.runForEachWhile(request.stream, (chunk) => Effect.sync(() => take(chunk)))
})

/** The request of a server that calls back with it; `headers` may contain lists. */
export const fromParts = (
  { headers, method = "GET", remoteAddress, source, url = "/", ...body }: RawRequest & ReadsBody & {
    readonly remoteAddress: string | undefined
    readonly source: unknown
  }
): IncomingRequest => ({
  ...body,
  method: method.toUpperCase(),
  url,
  headers: Headers.fromInput(headers),
  remoteAddress: Option.fromNullable(remoteAddress),
  source
})

/** The request as the host sent it to a handler; on a server of the engine, one with the same address and headers. */
export const webRequestOf = (incoming: IncomingRequest, settings: HttpSettings): Request => {
  if (incoming.source instanceof Request) return incoming.source
  const { headers, url } = incoming
  const base = baseOf({ headers, url }, { ...settings, publicUrl: null, basePath: "" })
  const origin = base === "" ? "http://localhost" : base
  // A path may begin with two slashes, which a reference would take for a host.
  const address = url.startsWith("/") ? `${origin}${url}` : url
  return new Request(URL.canParse(address) ? address : origin, { method: incoming.method, headers: { ...incoming.headers } })
}
