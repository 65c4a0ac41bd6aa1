import { isTraced } from "@agenda-engine/core/domain/withSpanIfTraced"
import { type CachedResponse, cachedResponse, type ReadyResponse, type ResponseCache } from "@agenda-engine/http/cache/ResponseCache"
import { randomId, requestIdOf, requestIdWith } from "@agenda-engine/http/context/readFacts"
import { WaitingRequests } from "@agenda-engine/http/context/WaitingRequests"
import { CurrentSettings } from "@agenda-engine/http/HttpSettings"
import { abandoned, logAccess } from "@agenda-engine/http/pipeline/accessLog"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { clientOf } from "./clients/forwarded.js"
import type { QueuedRequest, RequestQueue } from "./RequestQueue.js"

interface CacheableRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly cached: CachedResponse
  /** Start, in epoch milliseconds. */
  readonly begun: number
}

/** Whether the request cannot be answered any more: its client has disconnected, or it was refused. */
const isClosed = ({ request }: Pick<CacheableRequest, "request">): boolean => !request.socket.writable

/** The responses that came from the cache. */
export const servedFromCache = new WeakSet<ServerResponse>()

const send = ({ response }: CacheableRequest, { body, headers, status }: ReadyResponse): void => {
  servedFromCache.add(response)
  response.writeHead(status, headers).end(body ?? undefined)
}

/** Where requests without a valid cache entry go. */
interface Fallback {
  readonly otherwise: RequestListener
  /** The queue of requests to run. The owner calls its `proceed` when a response is over. */
  readonly queue: RequestQueue
  /** Answers requests that the queue refuses. */
  readonly refuse: RequestListener
  /** Answers requests whose cached responses could not be revalidated, because the store failed. */
  readonly refuseUnavailable: RequestListener
}

/**
 * Serves cached responses straight to the socket, without Effect platform's request objects. Requests of one event-loop
 * turn are revalidated together by one store query. Requests without a valid entry go to `otherwise`, which would give
 * the same response; they wait in the queue or are refused by it. When the store fails, all of the turn are refused.
 * With a tracer, every request goes to `otherwise`, so that its trace contains its own revalidation.
 */
export const serveFromCache = (
  cache: Pick<Context.Tag.Service<ResponseCache>, "find" | "revalidate">,
  { otherwise, queue, refuse, refuseUnavailable }: Fallback
): Effect.Effect<RequestListener> =>
  Effect.gen(function*() {
    const { accessLog } = yield* CurrentSettings
    const waits = yield* WaitingRequests
    const clock = yield* Effect.clock
    const run = Runtime.runFork(yield* Effect.runtime())
    const traces = yield* Effect.withFiberRuntime<boolean>((fiber) => Effect.succeed(isTraced(fiber)))

    const log = ({ begun, request }: Omit<CacheableRequest, "cached">, id: string, status: number) =>
      accessLog
        ? logAccess(
          { method: request.method ?? "", url: request.url ?? "", remoteAddress: Option.fromNullable(clientOf(request)) },
          id,
          status,
          begun
        )
        : Effect.void

    const logAbandoned = (cacheable: Omit<CacheableRequest, "cached">) =>
      Effect.flatMap(requestIdOf(cacheable.request), (id) => log(cacheable, id, abandoned))

    /** Sends cached responses, in one effect for the batch. */
    const sendAll = (all: ReadonlyArray<CacheableRequest>): Effect.Effect<void> =>
      Effect.flatMap(randomId, (random) => {
        const sent = all.filter((cacheable) => !isClosed(cacheable)).map((cacheable, index) => {
          const id = requestIdWith(cacheable.request, random + index)
          const ready = cachedResponse(cacheable.request, cacheable.cached, id)
          send(cacheable, ready)
          return { cacheable, id, status: ready.status }
        })
        return accessLog ? Effect.forEach(sent, ({ cacheable, id, status }) => log(cacheable, id, status), { discard: true }) : Effect.void
      })

    const start = <A, E>(effect: Effect.Effect<A, E>) =>
      run(Effect.tapErrorCause(effect, (cause) => Effect.logError("serving cached responses failed", cause)))

    const queued = (request: IncomingMessage, response: ServerResponse, start: () => void): QueuedRequest => ({
      start,
      refuse: () => refuse(request, response),
      isOver: () => response.headersSent || !request.socket.writable,
      isWaiting: () => !request.complete || waits.has(request)
    })

    /** Queues a request. It is not started if its client has disconnected by then. */
    const enter = (cacheable: Omit<CacheableRequest, "cached">, begin: () => void, lane?: "stale"): void => {
      const start = () => {
        if (isClosed(cacheable)) run(logAbandoned(cacheable))
        else begin()
      }
      queue.enter(queued(cacheable.request, cacheable.response, start), lane)
    }

    const passOn = (cacheable: CacheableRequest): void => enter(cacheable, () => otherwise(cacheable.request, cacheable.response), "stale")

    let waiting: Array<CacheableRequest> = []
    const revalidateWaiting = () => {
      const all = waiting
      waiting = []
      start(cache.revalidate(all.map(({ cached }) => cached))).addObserver((exit) => {
        const isFailed = Exit.isFailure(exit) && Cause.isFailure(exit.cause)
        if (isFailed) {
          return all.filter((cacheable) => !isClosed(cacheable)).forEach(({ request, response }) => refuseUnavailable(request, response))
        }
        const valid = Exit.getOrElse(exit, () => new Set())
        start(sendAll(all.filter(({ cached }) => valid.has(cached)))).addObserver(() => {
          all.filter(({ response }) => !response.headersSent).forEach(passOn)
        })
      })
    }

    return (request, response) => {
      const cached = traces ? null : cache.find(request)
      const begun = clock.unsafeCurrentTimeMillis()
      if (cached === null) return enter({ request, response, begun }, () => otherwise(request, response))
      if (waiting.push({ request, response, cached, begun }) === 1) setImmediate(revalidateWaiting)
    }
  })
