import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { LocationSetStore } from "../ports/LocationSetStore.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { page } from "./MemoryState.js"

/** The store of location sets in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<LocationSetStore> =>
  Layer.succeed(LocationSetStore, {
    find: (uid) => database.read((state) => Option.getOrNull(HashMap.get(state.locationSets, uid))),
    // Transactions run one at a time, so that a read is enough.
    lock: (uid) => database.read((state) => Option.getOrNull(HashMap.get(state.locationSets, uid))),
    findMany: (uids) => database.read((state) => HashMap.toValues(state.locationSets).filter(({ uid }) => uids.includes(uid))),
    put: (record) =>
      database.write("LocationSetStore.put", (state) => ({ ...state, locationSets: HashMap.set(state.locationSets, record.uid, record) })),
    remove: (uid) =>
      database.write("LocationSetStore.remove", (state) => ({ ...state, locationSets: HashMap.remove(state.locationSets, uid) })),
    scan: (afterUid, limit) => database.read((state) => page(HashMap.values(state.locationSets), ({ uid }) => uid, afterUid, limit))
  })
