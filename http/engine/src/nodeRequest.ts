import type { IncomingMessage } from "node:http"
import type { Http2ServerRequest } from "node:http2"

/** What Express and Connect add to a request. */
export interface RoutedRequest {
  /** The path that Express cut off `url`. */
  readonly baseUrl?: string | undefined
  /** The URL before a path was cut off. */
  readonly originalUrl?: string | undefined
  /** What a parser such as `express.json()` made of the body. */
  readonly body?: unknown
}

/** A request of `node:http` or `node:http2`, with what Express and Connect add to it. */
export type NodeRequest = (IncomingMessage | Http2ServerRequest) & RoutedRequest

const nodeRequests = new WeakMap<Request, NodeRequest>()

/** Says of which request of Node a web request was made. */
export const rememberNodeRequest = (request: Request, node: NodeRequest): void => void nodeRequests.set(request, node)

/**
 * The request of Node that `node` made a web request of; undefined when it was sent to `handler`. With it, `auth` sees
 * what the middleware of a host has found out, such as `request.user` of Passport.
 *
 * @example
 * const auth = async (request: Request) => userOf(nodeRequestOf(request))
 */
export const nodeRequestOf = (request: Request): NodeRequest | undefined => nodeRequests.get(request)
