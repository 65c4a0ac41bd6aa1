
    import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
    import { NetworkStore } from "@agenda-engine/core/ports/NetworkStore"
    import * as Context from "effect/Context"
    import * as Effect from "effect/Effect"
    import * as Layer from "effect/Layer"
    const remove = { exit: () => Effect.sync(() => process.exit(0)), loop: () => Effect.sync(() => { for (;;); }),
      timer: () => Effect.sync(() => { setTimeout(() => { throw new Error("thrown by a timer") }) }).pipe(Effect.zipRight(Effect.sleep(500))) }
    export const of = (how) => Layer.map(MemoryStores.layer, (stores) =>
      Context.add(stores, NetworkStore, { ...Context.unsafeGet(stores, NetworkStore), remove: remove[how] }))
  