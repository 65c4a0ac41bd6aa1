import type { IncomingMessage } from "node:http"

/** A request of `node:http`, with what Express and Connect add to it. */
export interface NodeRequest extends IncomingMessage {
  /** The path that Express cut off `url`. */
  readonly baseUrl?: string | undefined
  /** The URL before a path was cut off. */
  readonly originalUrl?: string | undefined
  /** What a parser such as `express.json()` made of the body. */
  readonly body?: unknown
}

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
