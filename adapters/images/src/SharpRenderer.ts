import { ImageRenderer } from "@agenda-engine/core/ports/ImageRenderer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** How pictures are made. */
export interface RendererOptions {
  /** How many at once; others wait. Each takes the memory of its pixels, decoded. */
  readonly atOnce?: number
}

/**
 * `ImageRenderer` with sharp, which is libvips. The library loads with the first picture. Its cache of decoded pictures is turned off, in the
 * whole process.
 */
export const layer = ({ atOnce = 2 }: RendererOptions = {}): Layer.Layer<ImageRenderer> =>
  Layer.effect(
    ImageRenderer,
    Effect.gen(function*() {
      const turns = yield* Effect.makeSemaphore(atOnce)
      // A load that is interrupted would be remembered so.
      const library = yield* Effect.cached(Effect.uninterruptible(Effect.promise(() => import("./renderImage.js"))))
      return {
        digest: (original) => Effect.flatMap(library, ({ digestOf }) => digestOf(original)),
        render: (original, pixels_max) =>
          Effect.flatMap(library, ({ renderImage }) => turns.withPermits(1)(renderImage(original, pixels_max)))
      }
    })
  )
