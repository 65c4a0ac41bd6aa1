import * as MemoryImageStore from "@agenda-engine/core/memory/MemoryImageStore"
import * as Images from "@agenda-engine/images/Images"

/** Pictures as the server makes them, kept in memory. */
export const testImages = Images.layer(MemoryImageStore.layer)
