import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { redactUrl } from "./redactUrl.js"

/** What the log says of a request. */
export interface LoggedRequest {
  readonly method: string
  readonly url: string
  readonly remoteAddress: Option.Option<string>
}

/** What the log shows as the status of a request whose client went away before the answer. */
export const abandoned = 499

/** Longer addresses are cut in the log. */
const url_chars_max = 1_024

/** What the log shows of an address. It is cut first, so that a long one takes no time, and not inside of what may be a credential. */
export const shownUrl = (url: string): string =>
  redactUrl(url.length > url_chars_max ? url.slice(0, url_chars_max).replace(/(?<![0-9A-Za-z.])[0-9A-Za-z.]*$/, "") : url)

/** Leaves one line for a request that was answered; `begun` in epoch milliseconds. Credentials are not in it. */
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
      url: shownUrl(request.url),
      status,
      duration_ms: now - begun,
      client: Option.getOrElse(request.remoteAddress, () => "")
    }))
