import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { parseQueryString } from "../query/parseQueryString.js"

/**
 * Query parameters that carry credentials, here and in other APIs: `key`, `api_key`, `secretKey`, `x-access-token`,
 * `password`.
 */
const secretName =
  /^(?:code|pwd|pass(?:word|wd)|auth(?:orization)?|(?:[\w-]*[-_])?(?:access|api|auth|client|private|public|secret)?(?:key|secret|token))$/i

/** Invitation tokens, and alphanumeric runs long enough to be one of our keys or tokens, or most of one. */
const secretPattern = /\w{1,64}\.[0-9a-f]{64}|[0-9A-Za-z]{24,}/g

const withoutSecrets = (text: string): string =>
  text.replace(secretPattern, (run) => run.includes(".") || /[a-z]/.test(run) && /[A-Z]/.test(run) ? "redacted" : run)

/** Redacts the user information of a URL in absolute form. */
const withoutUser = (url: string): string => url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, "$1redacted@")

/**
 * Parameter names in a part of a query string: those the parser finds, and their prefixes up to the first bracket, dot
 * or equals sign.
 */
const rootsOf = (part: string): ReadonlyArray<string> => {
  const roots = Object.keys(parseQueryString(part))
  return [...roots, ...roots.flatMap((root) => root.replace(/^[[\].\s]+/, "").split(/[[\].=]/, 1))]
}

const carriesSecret = (part: string): boolean => rootsOf(part).some((root) => secretName.test(root.trim()))

/**
 * Redacts a request target for logs (wire.md §3): the values of credential parameters in every spelling that the
 * parser accepts, and anything else that looks like one of our credentials.
 *
 * @example
 * redactUrl("/v2/agendas?key=abc&size=2") // "/v2/agendas?key=redacted&size=2"
 */
export const redactUrl = (url: string): string => {
  const [path = "", ...queries] = url.split("?")
  const shown = withoutSecrets(withoutUser(path))
  if (queries.length === 0) return shown
  const parts = queries.join("?").split("&").map((part) => {
    const [name = ""] = part.split("=", 1)
    // A key mistyped behind a dot is part of the name.
    return carriesSecret(part) ? `${withoutSecrets(name.replace(/(?<=\w)(?:\.|%2e).*$/is, ""))}=redacted` : withoutSecrets(part)
  })
  return `${shown}?${parts.join("&")}`
}

/** The parts of a request that are logged. */
export interface LoggedRequest {
  readonly method: string
  readonly url: string
  readonly remoteAddress: Option.Option<string>
}

/** Logged as the status when the client disconnects before the response. */
export const abandoned = 499

/** Longer URLs are truncated in the log. */
const url_chars_max = 1_024

/** The URL for the log. It is truncated before redaction to bound the time, and never inside a possible credential. */
export const loggedUrl = (url: string): string =>
  redactUrl(url.length > url_chars_max ? url.slice(0, url_chars_max).replace(/(?<![0-9A-Za-z.])[0-9A-Za-z.]*$/, "") : url)

/** Logs one line for an answered request, without credentials; `begun` in epoch milliseconds. */
export const logAccess = (
  request: LoggedRequest,
  requestId: string,
  status: number,
  begun: number
): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.annotateLogs(Effect.logInfo("request"), {
      requestId,
      method: request.method,
      url: loggedUrl(request.url),
      status,
      duration_ms: now - begun,
      client: Option.getOrElse(request.remoteAddress, () => "")
    }))
