import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { UserStore } from "../ports/UserStore.js"
import type { UserRecord } from "../record/MemberRecord.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { type MemoryState, page } from "./MemoryState.js"

const put = (record: UserRecord) => (state: MemoryState) =>
  HashMap.some(
      state.users,
      (other) => other.uid !== record.uid && (other.email === record.email || record.hostId !== null && other.hostId === record.hostId)
    )
    ? { conflict: "a user with this address or this id of the host exists" }
    : { ...state, users: HashMap.set(state.users, record.uid, record) }

/** The store of user accounts in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<UserStore> =>
  Layer.succeed(UserStore, {
    find: (uid) => database.read((state) => Option.getOrNull(HashMap.get(state.users, uid))),
    // Transactions run one at a time, so that a read is enough.
    lock: (uid) => database.read((state) => Option.getOrNull(HashMap.get(state.users, uid))),
    findMany: (uids) => database.read((state) => HashMap.toValues(state.users).filter(({ uid }) => uids.includes(uid))),
    findByEmail: (email) => database.read((state) => HashMap.toValues(state.users).find((user) => user.email === email) ?? null),
    findByHostId: (hostId) => database.read((state) => HashMap.toValues(state.users).find((user) => user.hostId === hostId) ?? null),
    put: (record) => database.write("UserStore.put", put(record)),
    remove: (uid) => database.write("UserStore.remove", (state) => ({ ...state, users: HashMap.remove(state.users, uid) })),
    scan: (afterUid, limit) => database.read((state) => page(HashMap.values(state.users), ({ uid }) => uid, afterUid, limit))
  })
