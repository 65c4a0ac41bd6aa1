import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { InvitationStore } from "../ports/InvitationStore.js"
import type { InvitationRecord } from "../record/InvitationRecord.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { type MemoryState, page } from "./MemoryState.js"

const put = (record: InvitationRecord) => (state: MemoryState) =>
  HashMap.some(
      state.invitations,
      (other) => other.id !== record.id && other.agendaUid === record.agendaUid && other.email === record.email
    )
    ? { conflict: "this address is invited to this agenda" }
    : { ...state, invitations: HashMap.set(state.invitations, record.id, record) }

const byDueAt = (left: InvitationRecord, right: InvitationRecord): number => left.dueAt - right.dueAt || (left.id < right.id ? -1 : 1)

/** The store of invitations in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<InvitationStore> => {
  const all = ({ invitations }: MemoryState): ReadonlyArray<InvitationRecord> => HashMap.toValues(invitations)
  const find = (id: string) => database.read((state) => Option.getOrNull(HashMap.get(state.invitations, id)))
  const retain = (operation: string, predicate: (record: InvitationRecord) => boolean) =>
    database.write(operation, (state) => ({ ...state, invitations: HashMap.filter(state.invitations, predicate) }))
  return Layer.succeed(InvitationStore, {
    find,
    // Transactions run one at a time, so that a read is enough.
    lock: find,
    findBy: ({ agendaUid, email }) =>
      database.read((state) => all(state).find((record) => record.agendaUid === agendaUid && record.email === email) ?? null),
    put: (record) => database.write("InvitationStore.put", put(record)),
    due: (now, limit) =>
      database.read((state) =>
        all(state).filter(({ dueAt, status }) => status === "pending" && dueAt <= now).toSorted(byDueAt).slice(0, limit)
      ),
    scan: (agendaUid, afterId, limit) =>
      database.read((state) => page(all(state).filter((record) => record.agendaUid === agendaUid), ({ id }) => id, afterId, limit)),
    remove: (id) => retain("InvitationStore.remove", (record) => record.id !== id),
    removeOfAgenda: (agendaUid) => retain("InvitationStore.removeOfAgenda", (record) => record.agendaUid !== agendaUid),
    secret: (candidate) =>
      Effect.zipRight(
        database.write("InvitationStore.secret", (state) => ({ ...state, invitationSecret: state.invitationSecret ?? candidate })),
        database.read(({ invitationSecret }) => invitationSecret ?? candidate)
      )
  })
}
