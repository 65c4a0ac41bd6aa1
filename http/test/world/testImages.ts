import * as MemoryImageStore from "@agenda-engine/core/memory/MemoryImageStore"
import * as Images from "@agenda-engine/images/Images"
import * as Layer from "effect/Layer"

/** Pictures as the server makes them, kept in memory. */
export const testImages = Layer.orDie(Images.layer(MemoryImageStore.layer, { lazy: true }))
