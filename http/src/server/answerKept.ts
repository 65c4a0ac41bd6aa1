import * as Arr from "effect/Array"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { abandoned, logAccess } from "../front/accessLog.js"
import type { Entrance } from "../front/Entrance.js"
import { answerWith, type KeptRead, type KeptReads, type ReadyAnswer } from "../front/KeptReads.js"
import type { QuickLists } from "../front/QuickLists.js"
import { idBy, idChance, requestIdOf } from "../front/readFacts.js"
import { CurrentSettings } from "../HttpSettings.js"
import type { QueuedRequest, RequestQueue } from "./RequestQueue.js"

/** A request, and what it can be answered by if that holds: a kept answer, or an entrance. */
interface Asked<By extends KeptRead | Entrance = KeptRead | Entrance> {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly by: By
  /** Epoch milliseconds. */
  readonly begun: number
}

const isKept = (asked: Asked): asked is Asked<KeptRead> => "etag" in asked.by

const isEntered = (asked: Asked): asked is Asked<Entrance> => !isKept(asked)

/** Whether nobody is there to be answered any more. */
const isAlone = ({ request }: Pick<Asked, "request">): boolean => request.socket.destroyed

const send = ({ response }: Asked, { body, headers, status }: ReadyAnswer): void => {
  response.writeHead(status, headers).end(body ?? undefined)
}

/** What answers the requests that nothing is kept for. */
interface Behind {
  readonly otherwise: RequestListener
  /** What they wait in. */
  readonly queue: RequestQueue
  /** What answers those that the queue refuses. */
  readonly refuse: RequestListener
}

/**
 * The way of a read whose answer is kept, and of a list whose reader has entered before: straight to the socket, without what the platform makes
 * around a request. Those that come in one turn of the event loop are looked after together, by one question to the store, which comes after all
 * of them; then what is kept is sent, and lists are made, each until its client goes away. What is sent is what the app behind
 * it would; anything else, and what no longer holds, is for `otherwise`. What has to be made waits in the queue, or is refused by it.
 */
export const answerKept = (
  reads: Context.Tag.Service<KeptReads>,
  lists: Context.Tag.Service<QuickLists>,
  { otherwise, queue, refuse }: Behind
): Effect.Effect<RequestListener> =>
  Effect.gen(function*() {
    const { accessLog } = yield* CurrentSettings
    const clock = yield* Effect.clock
    const run = Runtime.runFork(yield* Effect.runtime())

    const log = ({ begun, request: { method = "", socket, url = "" } }: Omit<Asked, "by">, id: string, status: number) =>
      accessLog
        ? logAccess({ method, url, remoteAddress: Option.fromNullable(socket.remoteAddress) }, id, status, begun)
        : Effect.void

    const logAbandoned = (asked: Omit<Asked, "by">) => Effect.flatMap(requestIdOf(asked.request), (id) => log(asked, id, abandoned))

    /** Sends what is there already, in one effect for all. */
    const give = (all: ReadonlyArray<Asked<KeptRead>>): Effect.Effect<void> =>
      Effect.flatMap(idChance, (chance) => {
        const given = all.filter((asked) => !isAlone(asked)).map((asked, place) => {
          const id = idBy(asked.request, chance + place)
          const ready = answerWith(asked.request, asked.by, id)
          send(asked, ready)
          return { asked, id, status: ready.status }
        })
        return accessLog ? Effect.forEach(given, ({ asked, id, status }) => log(asked, id, status), { discard: true }) : Effect.void
      })

    const answer = Effect.fnUntraced(function*(asked: Asked<Entrance>) {
      if (isAlone(asked)) return
      const id = yield* requestIdOf(asked.request)
      const ready = yield* lists.answer(asked.request, asked.by, id)
      send(asked, ready)
      yield* log(asked, id, ready.status)
    }, Effect.ignore)

    const start = <A>(effect: Effect.Effect<A>) =>
      run(Effect.tapErrorCause(effect, (cause) => Effect.logError("kept answers or lists failed", cause)))

    const queued = (request: IncomingMessage, response: ServerResponse, start: () => void): QueuedRequest => ({
      start,
      refuse: () => refuse(request, response),
      // A body that is still arriving takes no work.
      isOver: () => response.headersSent || !request.complete || request.socket.destroyed
    })

    /** Lets a request wait for its turn. One whose client has gone is not started. */
    const enter = (asked: Omit<Asked, "by">, begin: () => void, lane?: "stale"): void => {
      const start = () => {
        if (isAlone(asked)) run(logAbandoned(asked))
        else begin()
      }
      queue.enter(queued(asked.request, asked.response, start), lane)
    }

    const pass = (asked: Asked): void => enter(asked, () => otherwise(asked.request, asked.response), "stale")

    /** Runs what may answer these; the rest is for `otherwise`. */
    const settle = (all: ReadonlyArray<Asked>, answered: Effect.Effect<void>) => {
      const fiber = start(answered)
      fiber.addObserver(() => {
        all.filter(({ response }) => !response.headersSent).forEach(pass)
      })
      return fiber
    }

    const make = (asked: Asked<Entrance>): void => {
      const fiber = settle([asked], answer(asked))
      asked.response.once("close", () => {
        if (!asked.response.writableEnded) fiber.unsafeInterruptAsFork(FiberId.none)
      })
    }

    let waiting: Array<Asked> = []
    const turn = () => {
      const all = waiting
      waiting = []
      start(reads.holding(all.map(({ by }) => by))).addObserver((exit) => {
        const holding = Exit.getOrElse(exit, () => new Set())
        const [past, current] = Arr.partition(all, ({ by }) => holding.has(by))
        settle([...past, ...current.filter(isKept)], give(current.filter(isKept)))
        current.filter(isEntered).forEach((asked) => enter(asked, () => make(asked)))
      })
    }

    return (request, response) => {
      const by = reads.find(request) ?? lists.find(request)
      response.once("close", () => queue.proceed())
      const begun = clock.unsafeCurrentTimeMillis()
      if (by === null) return enter({ request, response, begun }, () => otherwise(request, response))
      if (waiting.push({ request, response, by, begun }) === 1) setImmediate(turn)
    }
  })
