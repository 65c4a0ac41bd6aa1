import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ImageStore } from "../ports/ImageStore.js"

/** Files of pictures in memory: each build of the layer begins empty, and what it holds ends with it. For tests and demonstrations. */
export const layer: Layer.Layer<ImageStore> = Layer.sync(ImageStore, () => {
  const files = new Map<string, Uint8Array>()
  return {
    put: (name, bytes) => Effect.sync(() => void files.set(name, bytes)),
    get: (name) => Effect.sync(() => files.get(name) ?? null),
    remove: (name) => Effect.sync(() => void files.delete(name))
  }
})
