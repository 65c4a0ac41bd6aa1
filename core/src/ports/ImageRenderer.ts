import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { ImageRejected, ImageSize, Renditions } from "../domain/media/Image.js"

/** A JPEG. */
export interface Rendition {
  readonly size: ImageSize
  readonly bytes: Uint8Array
}

/** Decodes images and makes their renditions. */
export class ImageRenderer extends Context.Tag("@agenda-engine/core/ports/ImageRenderer")<ImageRenderer, {
  /**
   * A digest of an original, of letters and digits. Equal digests imply equal renditions, so it changes with the
   * rendering rules.
   */
  readonly digest: (original: Uint8Array) => Effect.Effect<string>
  /**
   * The renditions of an original: upright, in sRGB, without metadata. The format is detected from the bytes. Fails
   * with `ImageRejected` when damaged or larger than `pixels_max`. Implementations bound their concurrency and the
   * share of a `caller` (`user 7`, `key 3`); `StoreError` with the reason `Busy` when the wait took too long.
   */
  readonly render: (
    original: Uint8Array,
    pixels_max: number,
    caller: string
  ) => Effect.Effect<Renditions<Rendition>, ImageRejected | StoreError>
}>() {}
