import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ImageSize } from "../domain/Image.js"
import type { ImageRefused } from "../domain/ImageRefused.js"
import type { Renditions } from "../domain/keptImage.js"

/** A JPEG. */
export interface Rendition {
  readonly size: ImageSize
  readonly bytes: Uint8Array
}

/** Makes renditions of pictures. */
export class ImageRenderer extends Context.Tag("@agenda-engine/core/ports/ImageRenderer")<ImageRenderer, {
  /** A digest of an original, of letters and digits: equal ones have equal renditions. It changes with the rules they are made by. */
  readonly digest: (original: Uint8Array) => Effect.Effect<string>
  /**
   * The renditions of an original whose bytes, whatever it is called, are a picture: upright, in sRGB, without metadata. Of more than
   * `pixels_max` pixels, or in any way damaged, it is refused. However many are asked for at once, few are made at once.
   */
  readonly render: (original: Uint8Array, pixels_max: number) => Effect.Effect<Renditions<Rendition>, ImageRefused>
}>() {}
