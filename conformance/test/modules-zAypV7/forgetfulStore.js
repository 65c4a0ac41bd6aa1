
    import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
    import { UserStore } from "@agenda-engine/core/ports/UserStore"
    import * as Context from "effect/Context"
    import * as Effect from "effect/Effect"
    import * as Layer from "effect/Layer"
    const forgetful = Layer.map(MemoryStores.layer, (stores) =>
      Context.add(stores, UserStore, { ...Context.unsafeGet(stores, UserStore), find: () => Effect.succeed(null) }))
    const lacks = { reopen: "memory", share: "memory" }
    export default { name: "forgetful", fresh: Effect.succeed(forgetful), lacks }
  