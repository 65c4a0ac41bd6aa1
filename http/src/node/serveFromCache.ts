import * as Arr from "effect/Array"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import type { CachedAuthorization } from "../cache/CachedAuthorization.js"
import { type CachedResponse, cachedResponse, type ReadyResponse, type ResponseCache } from "../cache/ResponseCache.js"
import { randomId, requestIdOf, requestIdWith } from "../context/readFacts.js"
import { CurrentSettings } from "../HttpSettings.js"
import { abandoned, logAccess } from "../pipeline/accessLog.js"
import type { DirectLists } from "../pipeline/DirectLists.js"
import type { QueuedRequest, RequestQueue } from "./RequestQueue.js"

/** A request with a cache entry that may answer it: a response or an authorization. */
interface CacheableRequest<By extends CachedResponse | CachedAuthorization = CachedResponse | CachedAuthorization> {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly by: By
  /** Start, in epoch milliseconds. */
  readonly begun: number
}

const isCached = (cacheable: CacheableRequest): cacheable is CacheableRequest<CachedResponse> => "etag" in cacheable.by

const isAuthorized = (cacheable: CacheableRequest): cacheable is CacheableRequest<CachedAuthorization> => !isCached(cacheable)

/** Whether the request cannot be answered any more: its client has disconnected, or it was refused. */
const isClosed = ({ request }: Pick<CacheableRequest, "request">): boolean => !request.socket.writable

const send = ({ response }: CacheableRequest, { body, headers, status }: ReadyResponse): void => {
  response.writeHead(status, headers).end(body ?? undefined)
}

/** Where requests without a valid cache entry go. */
interface Fallback {
  readonly otherwise: RequestListener
  /** The queue of requests to run. The owner calls its `proceed` when a response is over. */
  readonly queue: RequestQueue
  /** Answers requests that the queue refuses. */
  readonly refuse: RequestListener
}

/**
 * Serves cached responses, and lists with a cached authorization, straight to the socket, without Effect platform's
 * request objects. Requests of one event-loop turn are revalidated together by one store query. Valid responses are
 * then sent, and lists are made until their client disconnects. Requests without a valid entry go to `otherwise`, which
 * would give the same response. Requests that need work wait in the queue or are refused by it.
 */
export const serveFromCache = (
  cache: Context.Tag.Service<ResponseCache>,
  lists: Context.Tag.Service<DirectLists>,
  { otherwise, queue, refuse }: Fallback
): Effect.Effect<RequestListener> =>
  Effect.gen(function*() {
    const { accessLog } = yield* CurrentSettings
    const clock = yield* Effect.clock
    const run = Runtime.runFork(yield* Effect.runtime())

    const log = ({ begun, request: { method = "", socket, url = "" } }: Omit<CacheableRequest, "by">, id: string, status: number) =>
      accessLog
        ? logAccess({ method, url, remoteAddress: Option.fromNullable(socket.remoteAddress) }, id, status, begun)
        : Effect.void

    const logAbandoned = (cacheable: Omit<CacheableRequest, "by">) =>
      Effect.flatMap(requestIdOf(cacheable.request), (id) => log(cacheable, id, abandoned))

    /** Sends cached responses, in one effect for the batch. */
    const sendAll = (all: ReadonlyArray<CacheableRequest<CachedResponse>>): Effect.Effect<void> =>
      Effect.flatMap(randomId, (random) => {
        const sent = all.filter((cacheable) => !isClosed(cacheable)).map((cacheable, index) => {
          const id = requestIdWith(cacheable.request, random + index)
          const ready = cachedResponse(cacheable.request, cacheable.by, id)
          send(cacheable, ready)
          return { cacheable, id, status: ready.status }
        })
        return accessLog ? Effect.forEach(sent, ({ cacheable, id, status }) => log(cacheable, id, status), { discard: true }) : Effect.void
      })

    const answer = Effect.fnUntraced(function*(cacheable: CacheableRequest<CachedAuthorization>) {
      if (isClosed(cacheable)) return
      const id = yield* requestIdOf(cacheable.request)
      const ready = yield* lists.answer(cacheable.request, cacheable.by, id)
      send(cacheable, ready)
      yield* log(cacheable, id, ready.status)
    }, Effect.ignore)

    const start = <A>(effect: Effect.Effect<A>) =>
      run(Effect.tapErrorCause(effect, (cause) => Effect.logError("serving cached responses or lists failed", cause)))

    const queued = (request: IncomingMessage, response: ServerResponse, start: () => void): QueuedRequest => ({
      start,
      refuse: () => refuse(request, response),
      isOver: () => response.headersSent || !request.socket.writable,
      isArriving: () => !request.complete
    })

    /** Queues a request. It is not started if its client has disconnected by then. */
    const enter = (cacheable: Omit<CacheableRequest, "by">, begin: () => void, lane?: "stale"): void => {
      const start = () => {
        if (isClosed(cacheable)) run(logAbandoned(cacheable))
        else begin()
      }
      queue.enter(queued(cacheable.request, cacheable.response, start), lane)
    }

    const passOn = (cacheable: CacheableRequest): void => enter(cacheable, () => otherwise(cacheable.request, cacheable.response), "stale")

    /** Runs an effect that may answer these requests; unanswered ones go to `otherwise`. */
    const settle = (all: ReadonlyArray<CacheableRequest>, answered: Effect.Effect<void>) => {
      const fiber = start(answered)
      fiber.addObserver(() => {
        all.filter(({ response }) => !response.headersSent).forEach(passOn)
      })
      return fiber
    }

    const make = (cacheable: CacheableRequest<CachedAuthorization>): void => {
      const fiber = settle([cacheable], answer(cacheable))
      cacheable.response.once("close", () => {
        if (!cacheable.response.writableEnded) fiber.unsafeInterruptAsFork(FiberId.none)
      })
    }

    let waiting: Array<CacheableRequest> = []
    const revalidateWaiting = () => {
      const all = waiting
      waiting = []
      start(cache.revalidate(all.map(({ by }) => by))).addObserver((exit) => {
        const valid = Exit.getOrElse(exit, () => new Set())
        const [stale, current] = Arr.partition(all, ({ by }) => valid.has(by))
        settle([...stale, ...current.filter(isCached)], sendAll(current.filter(isCached)))
        current.filter(isAuthorized).forEach((cacheable) => enter(cacheable, () => make(cacheable)))
      })
    }

    return (request, response) => {
      const by = cache.find(request) ?? lists.find(request)
      const begun = clock.unsafeCurrentTimeMillis()
      if (by === null) return enter({ request, response, begun }, () => otherwise(request, response))
      if (waiting.push({ request, response, by, begun }) === 1) setImmediate(revalidateWaiting)
    }
  })
