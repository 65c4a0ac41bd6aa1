import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../../domain/error/EngineError.js"
import { ImageRejected, type ImageSize, type Renditions } from "../../domain/media/Image.js"

/** A JPEG. */
export interface Rendition {
  readonly size: ImageSize
  readonly bytes: Uint8Array
}

/**
 * Makes a JPEG of a stored one, which is of this renderer: the centred part that has the proportions of `size`, in that
 * size. `original` is read only when the permits are there. Implementations bound their concurrency and the share of a
 * `caller`, as for `render`. Fails with `ImageRejected` when the file is damaged.
 */
export type ScaleImage = <E>(
  original: Effect.Effect<Uint8Array, E>,
  size: ImageSize,
  caller: string
) => Effect.Effect<Uint8Array, E | ImageRejected | StoreError>

/** Decodes images and makes their renditions. */
export class ImageRenderer extends Context.Tag("@agenda-engine/core/ports/image/ImageRenderer")<ImageRenderer, {
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
  /** Makes other sizes of stored images. Null when it cannot: requests for a size then get the file that they name. */
  readonly scale: ScaleImage | null
}>() {
  /** Renders nothing: every image is refused (`format.unknown`). */
  static readonly none: Layer.Layer<ImageRenderer> = Layer.succeed(ImageRenderer, {
    digest: () => Effect.succeed("none"),
    render: () => new ImageRejected({ code: "format.unknown", message: "images are not taken here" }),
    scale: null
  })
}
