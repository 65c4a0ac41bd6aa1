import { TombstoneStore } from "@agenda-engine/core/ports/event/TombstoneStore"
import * as Effect from "effect/Effect"
import { broken, type BrokenStore } from "./BrokenStore.js"

/** Stores that keep of removed events what they should not, or find it wrongly. */
export const withdrawalFaults: ReadonlyArray<BrokenStore> = [
  broken("keeps one tombstone per event for all audiences", ["tombstone.put.audiences"], TombstoneStore, (store) => ({
    put: (tombstone, withdrawal) =>
      Effect.zipRight(
        store.remove(tombstone.agendaUid, tombstone.uid, tombstone.audience === "public" ? "privileged" : "public"),
        store.put(tombstone, withdrawal)
      )
  })),
  broken("keeps the first withdrawal of an event", ["withdrawal.put.replaces"], TombstoneStore, (store) => ({
    put: (tombstone, withdrawal) =>
      Effect.flatMap(
        store.withdrawals(tombstone.agendaUid, { slug: null, endsAfter: 0, limit: 100 }),
        (before) => store.put(tombstone, before.find(({ uid }) => uid === tombstone.uid) ?? withdrawal)
      )
  })),
  broken("returns withdrawals whose slots have all ended", ["withdrawal.ends-after"], TombstoneStore, (store) => ({
    withdrawals: (agendaUid, query) => store.withdrawals(agendaUid, { ...query, endsAfter: query.endsAfter - 1 })
  })),
  broken("ignores the slug of withdrawals", ["withdrawal.slug"], TombstoneStore, (store) => ({
    withdrawals: (agendaUid, query) => store.withdrawals(agendaUid, { ...query, slug: null })
  })),
  broken("returns the earliest withdrawals first", ["withdrawal.order"], TombstoneStore, (store) => ({
    withdrawals: (agendaUid, query) =>
      Effect.map(
        store.withdrawals(agendaUid, { ...query, limit: 100 }),
        (all) => all.toSorted((left, right) => left.removedAt - right.removedAt || left.uid - right.uid).slice(0, query.limit)
      )
  }))
]
