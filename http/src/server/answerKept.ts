import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { logAccess } from "../front/accessLog.js"
import type { Entrance } from "../front/Entrance.js"
import { answerWith, type KeptRead, type KeptReads } from "../front/KeptReads.js"
import type { QuickLists } from "../front/QuickLists.js"
import { requestIdOf } from "../front/readFacts.js"
import { CurrentSettings } from "../HttpSettings.js"

/** A request, and what it can be answered by if that holds: a kept answer, or an entrance. */
interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly by: { readonly kept: KeptRead } | { readonly entrance: Entrance }
}

const foundOf = ({ by }: Asked) => "kept" in by ? by.kept : by.entrance

/**
 * The way of a read whose answer is kept, and of a list whose reader has entered before: straight to the socket, without what the platform makes
 * around a request. Those that come in one turn of the event loop are looked after together, by one question to the store, which comes after all
 * of them. What is sent is what the app behind it would; anything else, and what no longer holds, is for `otherwise`.
 */
export const answerKept = (
  reads: Context.Tag.Service<KeptReads>,
  lists: Context.Tag.Service<QuickLists>,
  otherwise: RequestListener
): Effect.Effect<RequestListener> =>
  Effect.gen(function*() {
    const { accessLog } = yield* CurrentSettings
    const run = Runtime.runFork(yield* Effect.runtime())

    const answer = Effect.fnUntraced(function*({ by, request, response }: Asked, begun: number) {
      const id = yield* requestIdOf(request)
      const { body, headers, status } = "kept" in by
        ? answerWith(request, by.kept, id)
        : yield* lists.answer(request, by.entrance, id)
      response.writeHead(status, headers).end(body ?? undefined)
      if (accessLog) {
        const { method = "", socket, url = "" } = request
        yield* logAccess({ method, url, remoteAddress: Option.fromNullable(socket.remoteAddress) }, id, status, begun)
      }
    })

    const answerAll = Effect.fnUntraced(function*(all: ReadonlyArray<Asked>) {
      const begun = yield* Clock.currentTimeMillis
      const holding = yield* reads.holding(all.map(foundOf))
      yield* Effect.forEach(all, (asked) => holding.has(foundOf(asked)) ? Effect.ignore(answer(asked, begun)) : Effect.void, {
        discard: true
      })
    })

    let waiting: Array<Asked> = []
    const turn = () => {
      const all = waiting
      waiting = []
      const answered = Effect.tapErrorCause(answerAll(all), (cause) => Effect.logError("kept answers failed", cause))
      run(answered).addObserver(() => {
        for (const { request, response } of all) if (!response.headersSent) otherwise(request, response)
      })
    }

    return (request, response) => {
      const kept = reads.find(request)
      const entrance = kept === null ? lists.find(request) : null
      const by = kept !== null ? { kept } : entrance !== null ? { entrance } : null
      if (by === null) return otherwise(request, response)
      if (waiting.push({ request, response, by }) === 1) setImmediate(turn)
    }
  })
