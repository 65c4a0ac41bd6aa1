import { CurrentImageBase } from "@agenda-engine/core/domain/media/Image"
import { CurrentWait } from "@agenda-engine/core/schedule/CurrentWait"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Predicate from "effect/Predicate"
import * as Runtime from "effect/Runtime"
import { type IncomingRequest, webRequestOf } from "../context/IncomingRequest.js"
import { baseOf } from "../context/readFacts.js"
import { WaitingRequests } from "../context/WaitingRequests.js"
import type { HttpSettings } from "../HttpSettings.js"
import type { Carried } from "./Carried.js"
import type { HttpPipeline } from "./httpPipeline.js"

type Response = HttpServerResponse.HttpServerResponse

/** A request that is being answered. */
export interface RunningRequest {
  readonly fiber: Fiber.RuntimeFiber<Response>
  /**
   * The carrier calls it when the response was sent or the client disconnected. It interrupts a request that is still
   * being answered. Further calls do nothing.
   */
  readonly over: () => void
}

/** Answers requests, each on a fiber of its own. */
export interface RequestRunner {
  readonly run: (incoming: IncomingRequest, settings: HttpSettings, basis: Runtime.Runtime<never>) => RunningRequest
  /** Answers a request on the current fiber. `onOver` takes a function that is to run when the response was sent. */
  readonly answer: (incoming: IncomingRequest, settings: HttpSettings, onOver: Carried["onOver"]) => Effect.Effect<Response>
}

/** Notes whether the request from this source waits. */
const noteWaits = (waits: WeakSet<object>, source: unknown) => (isWaiting: boolean): void => {
  if (!Predicate.isObject(source)) return
  if (isWaiting) waits.add(source)
  else waits.delete(source)
}

/** Interrupts the requests of clients that have disconnected. */
const client = FiberId.make(-499, 0)

/** Ends a request once. It lets go of the fiber where that has ended: a streamed response may last for minutes. */
const overOnce = (fiber: Fiber.RuntimeFiber<Response>, callbacks: Array<() => void>): () => void => {
  let active: Fiber.RuntimeFiber<Response> | null = fiber
  let isOver = false
  const release = () => callbacks.splice(0).forEach((done) => done())
  fiber.addObserver(() => {
    active = null
    // The fiber may have been in an uninterruptible part, and have used what the callbacks release.
    if (isOver) release()
  })
  return () => {
    if (isOver) return
    isOver = true
    if (active === null) release()
    else active.unsafeInterruptAsFork(client)
  }
}

/**
 * The runner of requests. What a request adds to the context is part of the runtime that its fiber starts with, because
 * each provision of context takes about 25 fiber steps. `references`: what all requests add. `readsRequest`: whether
 * the host has an `Access` of its own, which may read the platform's request.
 */
export const make = (pipeline: HttpPipeline, references: Context.Context<never>, readsRequest: boolean): RequestRunner => {
  const carry = (incoming: IncomingRequest, settings: HttpSettings, onOver: Carried["onOver"]): Carried => {
    const base = baseOf(incoming, settings)
    return { incoming, settings, base, imageBase: settings.imagesUrl ?? `${base}/images/`, onOver }
  }
  const contextOf = ({ imageBase, incoming, settings }: Carried, outer: Context.Context<never>): Context.Context<never> => {
    const own = Context.add(references, CurrentImageBase, imageBase).pipe(
      Context.add(CurrentWait, noteWaits(Context.get(outer, WaitingRequests), incoming.source))
    )
    const { HttpServerRequest: PlatformRequest, fromWeb } = HttpServerRequest
    return Context.merge(outer, readsRequest ? Context.add(own, PlatformRequest, fromWeb(webRequestOf(incoming, settings))) : own)
  }

  return {
    answer: (incoming, settings, onOver) => {
      const carried = carry(incoming, settings, onOver)
      return Effect.mapInputContext(pipeline(carried), (outer: Context.Context<never>) => contextOf(carried, outer))
    },
    run: (incoming, settings, basis) => {
      const callbacks: Array<() => void> = []
      const carried = carry(incoming, settings, (done) => void callbacks.push(done))
      const runtime = Runtime.make({ ...basis, context: contextOf(carried, basis.context) })
      const fiber = Runtime.runFork(runtime)(pipeline(carried))
      return { fiber, over: overOnce(fiber, callbacks) }
    }
  }
}
