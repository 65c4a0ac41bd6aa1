import * as Context from "effect/Context"

/**
 * The sources of requests that wait for other work: with Node's server, its `IncomingMessage`s. Noted by `CurrentWait`.
 * A reference, so that the default is one per process.
 */
export class WaitingRequests extends Context.Reference<WaitingRequests>()("@agenda-engine/http/context/WaitingRequests", {
  defaultValue: (): WeakSet<object> => new WeakSet()
}) {}
