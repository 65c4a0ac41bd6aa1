import * as Layer from "effect/Layer"
import { LocationSetStore } from "../ports/LocationSetStore.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { memoryRecords } from "./memoryRecords.js"

/** The store of location sets in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<LocationSetStore> =>
  Layer.succeed(
    LocationSetStore,
    memoryRecords(database, {
      port: "LocationSetStore",
      keyOf: ({ uid }) => uid,
      select: ({ locationSets }) => locationSets,
      replace: (state, locationSets) => ({ ...state, locationSets })
    })
  )
