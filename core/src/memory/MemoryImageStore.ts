import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ImageStore } from "../ports/image/ImageStore.js"

/** The store of image files in memory, for tests and demonstrations. Each build of the layer starts empty. */
export const layer: Layer.Layer<ImageStore> = Layer.sync(ImageStore, () => {
  const files = new Map<string, Uint8Array>()
  return {
    put: (name, bytes) => Effect.sync(() => void files.set(name, bytes)),
    get: (name) => Effect.sync(() => files.get(name) ?? null),
    remove: (name) => Effect.sync(() => void files.delete(name))
  }
})
