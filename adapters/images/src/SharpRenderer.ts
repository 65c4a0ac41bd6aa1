import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { loadOnce } from "@agenda-engine/core/domain/loadOnce"
import { ImageRenderer } from "@agenda-engine/core/ports/image/ImageRenderer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { sharpLibrary } from "./loadSharp.js"
import { sharedPermits } from "./sharedPermits.js"

/** Options of the image renderer. */
export interface RendererOptions {
  /** Maximum number of concurrent renderings. Others wait. Each takes the memory of its decoded pixels. */
  readonly atOnce?: number
  /** Maximum per caller. */
  readonly atOnceOfCaller?: number
  /** Seconds that a rendering waits for a permit before it fails with `Busy`. */
  readonly renderWait_seconds_max?: number
  /** Whether sharp loads with the first image, and not when the layer is built. Default: false. */
  readonly lazy?: boolean
}

/**
 * `ImageRenderer` with sharp, which is libvips. Fails with `Unsupported` where sharp is not installed. Its cache of
 * decoded images is turned off in the whole process. Concurrency is limited per caller too, so that one caller does not
 * block others.
 */
export const layer = (
  { atOnce = 2, atOnceOfCaller = 1, lazy = false, renderWait_seconds_max = 10 }: RendererOptions = {}
): Layer.Layer<ImageRenderer, StoreError> =>
  Layer.scoped(
    ImageRenderer,
    Effect.gen(function*() {
      if (!lazy) yield* sharpLibrary
      const takePermits = yield* sharedPermits({
        operation: "ImageRenderer.render",
        atOnce,
        atOnceOf: [atOnceOfCaller],
        wait_seconds_max: renderWait_seconds_max
      })
      const library = yield* loadOnce(Effect.promise(() => import("./renderImage.js")))
      return {
        digest: (original) => Effect.flatMap(library, ({ digestOf }) => digestOf(original)),
        render: (original, pixels_max, caller) =>
          Effect.flatMap(library, ({ renderImage }) =>
            Effect.scoped(Effect.zipRight(takePermits([caller]), renderImage(original, pixels_max)))),
        scale: (original, size, caller) =>
          Effect.flatMap(library, ({ scaleImage }) =>
            Effect.scoped(Effect.flatMap(Effect.zipRight(takePermits([caller]), original), (bytes) =>
              scaleImage(bytes, size))))
      }
    })
  )
