import * as Layer from "effect/Layer"
import { NetworkStore } from "../ports/NetworkStore.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { memoryRecords } from "./memoryRecords.js"

/** The store of networks in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<NetworkStore> =>
  Layer.succeed(
    NetworkStore,
    memoryRecords(database, {
      port: "NetworkStore",
      keyOf: ({ uid }) => uid,
      select: ({ networks }) => networks,
      replace: (state, networks) => ({ ...state, networks })
    })
  )
