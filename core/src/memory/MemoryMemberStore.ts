import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { MemberStore } from "../ports/MemberStore.js"
import type { MemberRecord } from "../record/MemberRecord.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { type MemoryState, page } from "./MemoryState.js"

const put = (record: MemberRecord) => (state: MemoryState) =>
  HashMap.some(
      state.members,
      (other) => other.uid !== record.uid && other.agendaUid === record.agendaUid && other.userUid === record.userUid
    )
    ? { conflict: "this user is a member of this agenda" }
    : { ...state, members: HashMap.set(state.members, record.uid, record) }

/** The store of memberships in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<MemberStore> => {
  const select = (predicate: (record: MemberRecord) => boolean) => (state: MemoryState): ReadonlyArray<MemberRecord> =>
    HashMap.toValues(state.members).filter(predicate)
  return Layer.succeed(MemberStore, {
    get: (uid) => database.read((state) => Option.getOrNull(HashMap.get(state.members, uid))),
    find: (agendaUid, userUid) =>
      database.read((state) => select((record) => record.agendaUid === agendaUid && record.userUid === userUid)(state)[0] ?? null),
    findMany: (agendaUid, userUids) =>
      database.read(select((record) => record.agendaUid === agendaUid && userUids.includes(record.userUid))),
    list: (agendaUid, afterUid, limit) =>
      database.read((state) => page(select((record) => record.agendaUid === agendaUid)(state), ({ uid }) => uid, afterUid, limit)),
    count: (agendaUid) => database.read((state) => select((record) => record.agendaUid === agendaUid)(state).length),
    listOfUser: (userUid, afterUid, limit) =>
      database.read((state) => page(select((record) => record.userUid === userUid)(state), ({ uid }) => uid, afterUid, limit)),
    put: (record) => database.write("MemberStore.put", put(record)),
    remove: (uid) => database.write("MemberStore.remove", (state) => ({ ...state, members: HashMap.remove(state.members, uid) }))
  })
}
