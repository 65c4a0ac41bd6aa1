import * as Context from "effect/Context"

/**
 * The sources of requests that were refused because their key is unknown: with Node's server, its `IncomingMessage`s.
 * The status 403 does not tell them from requests whose caller lacks a right. A reference, so that the default is one
 * per process.
 */
export class UnknownKeys extends Context.Reference<UnknownKeys>()("@agenda-engine/http/context/UnknownKeys", {
  defaultValue: (): WeakSet<object> => new WeakSet()
}) {}
