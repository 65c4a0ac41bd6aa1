import * as Context from "effect/Context"

/**
 * The sources of requests that were refused because their key, access token or secret key is wrong: with Node's server,
 * its `IncomingMessage`s. The status does not tell them from requests whose caller lacks a right. A reference, so that
 * the default is one per process.
 */
export class WrongSecrets extends Context.Reference<WrongSecrets>()("@agenda-engine/http/context/WrongSecrets", {
  defaultValue: (): WeakSet<object> => new WeakSet()
}) {}
