
    import { layer } from "@agenda-engine/core/memory/MemoryStores"
    process.on("disconnect", () => { throw new Error("late") })
    export const store = layer
  