import { ImageFetcher } from "@agenda-engine/core/ports/ImageFetcher"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { fetchImage } from "./fetchImage.js"
import { guardedAgent } from "./guardedAgent.js"
import { isPublicAddress } from "./isPublicAddress.js"

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

/** `ImageFetcher` over Node's network. */
export const layer = ({ fetchesAtOnce = 8, privateAddresses = false, seconds_max = 20 }: FetcherOptions = {}): Layer.Layer<ImageFetcher> =>
  Layer.scoped(
    ImageFetcher,
    Effect.gen(function*() {
      const agent = yield* guardedAgent(privateAddresses ? () => true : isPublicAddress)
      const turns = yield* Effect.makeSemaphore(fetchesAtOnce)
      return { fetch: (url, bytes_max) => turns.withPermits(1)(fetchImage(agent, url, { bytes_max, seconds_max })) }
    })
  )
