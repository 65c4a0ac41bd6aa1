import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { TombstoneStore } from "../../ports/event/TombstoneStore.js"
import type { WithdrawalQuery, Withdrawn } from "../../record/EventRecord.js"
import type { MemoryDatabase } from "../MemoryDatabase.js"
import { type MemoryState, tombstoneKey } from "../MemoryState.js"
import { tombstonesOf } from "./memoryEvents.js"

const withdrawals = (agendaUid: number, { endsAfter, limit, slug }: WithdrawalQuery) => (state: MemoryState): ReadonlyArray<Withdrawn> =>
  tombstonesOf(state, agendaUid)
    .flatMap(({ tombstone: { removedAt, uid }, withdrawal }) => withdrawal === null ? [] : [{ uid, removedAt, ...withdrawal }])
    .filter((withdrawn) => withdrawn.lastEnd > endsAfter && (slug === null || withdrawn.slug === slug))
    .sort((left, right) => right.removedAt - left.removedAt || left.uid - right.uid)
    .slice(0, limit)

/** The store of tombstones in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<TombstoneStore> =>
  Layer.succeed(TombstoneStore, {
    find: (agendaUid, uid, audience) =>
      database.read((state) =>
        Option.getOrNull(HashMap.get(state.tombstones, tombstoneKey({ agendaUid, uid, audience })))?.tombstone ?? null
      ),
    put: (tombstone, withdrawal) =>
      database.write("TombstoneStore.put", (state) => ({
        ...state,
        tombstones: HashMap.set(state.tombstones, tombstoneKey(tombstone), { tombstone, withdrawal })
      })),
    remove: (agendaUid, uid, audience) =>
      database.write("TombstoneStore.remove", (state) => ({
        ...state,
        tombstones: HashMap.remove(state.tombstones, tombstoneKey({ agendaUid, uid, audience }))
      })),
    withdrawals: (agendaUid, query) => database.read(withdrawals(agendaUid, query))
  })
