import { loadOnce } from "@agenda-engine/core/domain/loadOnce"
import { ImageFetcher } from "@agenda-engine/core/ports/image/ImageFetcher"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { sharedPermits } from "./sharedPermits.js"

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

/** Milliseconds without headers, or without bytes, after which a fetch fails. */
const idle_ms_max = 10_000

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
      const takePermits = yield* sharedPermits({
        operation: "ImageFetcher.fetch",
        atOnce: fetchesAtOnce,
        atOnceOf: [fetchesAtOnceOfCaller, fetchesAtOnceFromHost],
        wait_seconds_max
      })
      const scope = yield* Effect.scope
      const load = Effect.gen(function*() {
        const { fetchImage } = yield* Effect.promise(() => import("./fetchImage.js"))
        const { guardedAgent, isPublicAddress } = yield* Effect.promise(() => import("@agenda-engine/outbound/guardedAgent"))
        const agent = yield* Scope.extend(guardedAgent(privateAddresses ? () => true : isPublicAddress, idle_ms_max), scope)
        return (url: string, bytes_max: number, seconds_max: number) => fetchImage(agent, url, { bytes_max, seconds_max })
      })
      const fetcher = yield* loadOnce(load)
      return {
        fetch: (url, bytes_max, caller) =>
          Effect.scoped(Effect.gen(function*() {
            const fetch = yield* fetcher
            const [waited] = yield* Effect.timed(takePermits([caller, hostOf(url)]))
            return yield* fetch(url, bytes_max, Math.max(seconds_max - Duration.toSeconds(waited), 0))
          }))
      }
    })
  )
}
