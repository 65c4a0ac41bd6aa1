import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ImageRefused } from "../domain/ImageRefused.js"

/** Fetches what others publish. */
export class ImageFetcher extends Context.Tag("@agenda-engine/core/ports/ImageFetcher")<ImageFetcher, {
  /**
   * The bytes that an http or https URL names, at most this many, within seconds. Only from addresses that everybody reaches: no URL, name or
   * redirect leads into the network that the engine runs in.
   */
  readonly fetch: (url: string, bytes_max: number) => Effect.Effect<Uint8Array, ImageRefused>
}>() {}
