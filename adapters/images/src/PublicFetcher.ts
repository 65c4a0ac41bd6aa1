import { ImageFetcher } from "@agenda-engine/core/ports/ImageFetcher"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

/** What is fetched from. */
export interface FetcherOptions {
  /**
   * Whether addresses of this machine and of private networks are fetched from too. Whoever may write an event then reaches what this process
   * reaches. Off by default.
   */
  readonly privateAddresses?: boolean
  /** Seconds that a picture may take, redirects included. */
  readonly seconds_max?: number
  /** How many pictures at once; others wait. */
  readonly fetchesAtOnce?: number
}

/** `ImageFetcher` over Node's network. The libraries load with the first picture. */
export const layer = ({ fetchesAtOnce = 8, privateAddresses = false, seconds_max = 20 }: FetcherOptions = {}): Layer.Layer<ImageFetcher> =>
  Layer.scoped(
    ImageFetcher,
    Effect.gen(function*() {
      const turns = yield* Effect.makeSemaphore(fetchesAtOnce)
      const scope = yield* Effect.scope
      const load = Effect.gen(function*() {
        const { fetchImage } = yield* Effect.promise(() => import("./fetchImage.js"))
        const { guardedAgent } = yield* Effect.promise(() => import("./guardedAgent.js"))
        const { isPublicAddress } = yield* Effect.promise(() => import("./isPublicAddress.js"))
        const agent = yield* Scope.extend(guardedAgent(privateAddresses ? () => true : isPublicAddress), scope)
        return (url: string, bytes_max: number) => fetchImage(agent, url, { bytes_max, seconds_max })
      })
      // A load that is interrupted would be remembered so.
      const fetcher = yield* Effect.cached(Effect.uninterruptible(load))
      return { fetch: (url, bytes_max) => Effect.flatMap(fetcher, (fetch) => turns.withPermits(1)(fetch(url, bytes_max))) }
    })
  )
