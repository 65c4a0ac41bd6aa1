import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { NetworkStore } from "../ports/NetworkStore.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { page } from "./MemoryState.js"

/** The store of networks in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<NetworkStore> =>
  Layer.succeed(NetworkStore, {
    find: (uid) => database.read((state) => Option.getOrNull(HashMap.get(state.networks, uid))),
    // Transactions run one at a time, so that a read is enough.
    lock: (uid) => database.read((state) => Option.getOrNull(HashMap.get(state.networks, uid))),
    findMany: (uids) => database.read((state) => HashMap.toValues(state.networks).filter(({ uid }) => uids.includes(uid))),
    put: (record) =>
      database.write("NetworkStore.put", (state) => ({ ...state, networks: HashMap.set(state.networks, record.uid, record) })),
    remove: (uid) => database.write("NetworkStore.remove", (state) => ({ ...state, networks: HashMap.remove(state.networks, uid) })),
    scan: (afterUid, limit) => database.read((state) => page(HashMap.values(state.networks), ({ uid }) => uid, afterUid, limit))
  })
