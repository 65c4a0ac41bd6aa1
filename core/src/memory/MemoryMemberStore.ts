import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import { MemberStore } from "../ports/MemberStore.js"
import type { MemberRecord } from "../record/MemberRecord.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { memoryRecords } from "./memoryRecords.js"
import { type MemoryState, page } from "./MemoryState.js"

const findConflict = (others: ReadonlyArray<MemberRecord>, { agendaUid, userUid }: MemberRecord): string | null =>
  others.some((other) => other.agendaUid === agendaUid && other.userUid === userUid) ? "this user is a member of this agenda" : null

/** The store of memberships in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<MemberStore> => {
  const { find, put, remove } = memoryRecords<MemberRecord, number>(database, {
    port: "MemberStore",
    keyOf: ({ uid }) => uid,
    select: ({ members }) => members,
    replace: (state, members) => ({ ...state, members }),
    findConflict
  })
  const select = (predicate: (record: MemberRecord) => boolean) => (state: MemoryState): ReadonlyArray<MemberRecord> =>
    HashMap.toValues(state.members).filter(predicate)
  return Layer.succeed(MemberStore, {
    find,
    put,
    remove,
    findBy: ({ agendaUid, userUid }) =>
      database.read((state) => select((record) => record.agendaUid === agendaUid && record.userUid === userUid)(state)[0] ?? null),
    findMany: (agendaUid, userUids) =>
      database.read(select((record) => record.agendaUid === agendaUid && userUids.includes(record.userUid))),
    scan: (group, afterUid, limit) => {
      const ofGroup = select((record) => "agendaUid" in group ? record.agendaUid === group.agendaUid : record.userUid === group.userUid)
      return database.read((state) => page(ofGroup(state), ({ uid }) => uid, afterUid, limit))
    },
    count: (agendaUid) => database.read((state) => select((record) => record.agendaUid === agendaUid)(state).length)
  })
}
