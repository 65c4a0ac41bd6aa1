import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { ImageFetcher } from "@agenda-engine/core/ports/ImageFetcher"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RcMap from "effect/RcMap"
import * as Scope from "effect/Scope"

/** Options of the image fetcher. */
export interface FetcherOptions {
  /**
   * Whether loopback and private addresses are allowed. Then anyone who can write an event reaches everything that this
   * process reaches. Default: false.
   */
  readonly privateAddresses?: boolean
  /** Timeout of a fetch in seconds, redirects and queueing included. */
  readonly seconds_max?: number
  /** Seconds that a fetch waits for a permit before it fails with `Busy`. */
  readonly wait_seconds_max?: number
  /** Maximum number of concurrent fetches. Others wait. */
  readonly fetchesAtOnce?: number
  /** Maximum per caller. */
  readonly fetchesAtOnceOfCaller?: number
  /** Maximum per host of the URL. */
  readonly fetchesAtOnceFromHost?: number
}

const busy = (seconds: number): StoreError =>
  new StoreError({
    reason: "Busy",
    operation: "ImageFetcher.fetch",
    cause: new Error(`other fetches of images were under way for ${seconds} seconds`)
  })

/** Takes a permit until the scope closes. The wait is interruptible. */
const takePermit = (permits: Effect.Semaphore): Effect.Effect<void, never, Scope.Scope> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.scope, (scope) => Effect.zipRight(restore(permits.take(1)), Scope.addFinalizer(scope, permits.release(1))))
  )

const hostOf = (url: string): string => URL.canParse(url) ? new URL(url).hostname : ""

/**
 * `ImageFetcher` over Node's network. The libraries load with the first image. Concurrency is limited per caller and
 * per host too, so that an unresponsive server does not block other callers.
 */
export const layer = (options: FetcherOptions = {}): Layer.Layer<ImageFetcher> => {
  const { fetchesAtOnce = 8, fetchesAtOnceFromHost = 4, fetchesAtOnceOfCaller = 2 } = options
  const { privateAddresses = false, seconds_max = 20, wait_seconds_max = 10 } = options
  return Layer.scoped(
    ImageFetcher,
    Effect.gen(function*() {
      const permits = yield* Effect.makeSemaphore(fetchesAtOnce)
      const callers = yield* RcMap.make({ lookup: (_caller: string) => Effect.makeSemaphore(fetchesAtOnceOfCaller) })
      const hosts = yield* RcMap.make({ lookup: (_host: string) => Effect.makeSemaphore(fetchesAtOnceFromHost) })
      const scope = yield* Effect.scope
      const load = Effect.gen(function*() {
        const { fetchImage } = yield* Effect.promise(() => import("./fetchImage.js"))
        const { guardedAgent } = yield* Effect.promise(() => import("./guardedAgent.js"))
        const { isPublicAddress } = yield* Effect.promise(() => import("./guardedAgent.js"))
        const agent = yield* Scope.extend(guardedAgent(privateAddresses ? () => true : isPublicAddress), scope)
        return (url: string, bytes_max: number, seconds_max: number) => fetchImage(agent, url, { bytes_max, seconds_max })
      })
      // Uninterruptible, because an interrupted load would be cached.
      const fetcher = yield* Effect.cached(Effect.uninterruptible(load))
      // The caller's permit first: a fetch that waits for it holds no shared permit.
      const takePermits = (caller: string, host: string): Effect.Effect<void, StoreError, Scope.Scope> =>
        Effect.gen(function*() {
          yield* Effect.flatMap(RcMap.get(callers, caller), takePermit)
          yield* Effect.flatMap(RcMap.get(hosts, host), takePermit)
          yield* takePermit(permits)
        }).pipe(Effect.timeoutFail({ duration: Duration.seconds(wait_seconds_max), onTimeout: () => busy(wait_seconds_max) }))
      return {
        fetch: (url, bytes_max, caller) =>
          Effect.scoped(Effect.gen(function*() {
            const fetch = yield* fetcher
            const [waited] = yield* Effect.timed(takePermits(caller, hostOf(url)))
            return yield* fetch(url, bytes_max, Math.max(seconds_max - Duration.toSeconds(waited), 0))
          }))
      }
    })
  )
}
