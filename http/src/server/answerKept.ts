import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { logAccess } from "../front/accessLog.js"
import { answerWith, type KeptRead, type KeptReads } from "../front/KeptReads.js"
import { requestIdOf } from "../front/readFacts.js"
import { CurrentSettings } from "../HttpSettings.js"

/**
 * The way of a read whose answer is kept: straight to the socket, without what the platform makes around a request. What it sends is what the
 * app behind it would; anything else, and a kept answer that no longer holds, is for `otherwise`.
 */
export const answerKept = (
  reads: Context.Tag.Service<KeptReads>,
  otherwise: RequestListener
): Effect.Effect<RequestListener> =>
  Effect.gen(function*() {
    const { accessLog } = yield* CurrentSettings
    const run = Runtime.runFork(yield* Effect.runtime())

    const answer = Effect.fnUntraced(function*(request: IncomingMessage, response: ServerResponse, kept: KeptRead) {
      const begun = yield* Clock.currentTimeMillis
      if (!(yield* reads.holds(kept))) return false
      const id = yield* requestIdOf(request)
      const { body, headers, status } = answerWith(request, kept, id)
      response.writeHead(status, headers).end(body ?? undefined)
      if (accessLog) {
        const { method = "", socket, url = "" } = request
        yield* logAccess({ method, url, remoteAddress: Option.fromNullable(socket.remoteAddress) }, id, status, begun)
      }
      return true
    })

    return (request, response) => {
      const kept = reads.find(request)
      if (kept === null) return otherwise(request, response)
      const answered = Effect.tapErrorCause(answer(request, response, kept), (cause) => Effect.logError("a kept answer failed", cause))
      run(answered).addObserver((exit) => {
        if (!response.headersSent && (Exit.isFailure(exit) || !exit.value)) otherwise(request, response)
      })
    }
  })
