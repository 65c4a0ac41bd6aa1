import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { redactUrl } from "./redactUrl.js"

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
