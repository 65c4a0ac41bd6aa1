import { TombstoneStore } from "@agenda-engine/core/ports/event/TombstoneStore"
import * as Effect from "effect/Effect"
import { breaking, type BrokenStore } from "./BrokenStore.js"

/** Stores that keep of removed events what they should not, or find it wrongly. */
export const withdrawalFaults: ReadonlyArray<BrokenStore> = [
  {
    fault: "keeps one tombstone per event for all audiences",
    caughtBy: ["tombstone.put.audiences"],
    layer: breaking(TombstoneStore, (store) => ({
      put: (tombstone, withdrawal) =>
        Effect.zipRight(
          store.remove(tombstone.agendaUid, tombstone.uid, tombstone.audience === "public" ? "privileged" : "public"),
          store.put(tombstone, withdrawal)
        )
    }))
  },
  {
    fault: "keeps the first withdrawal of an event",
    caughtBy: ["withdrawal.put.replaces"],
    layer: breaking(TombstoneStore, (store) => ({
      put: (tombstone, withdrawal) =>
        Effect.flatMap(
          store.withdrawals(tombstone.agendaUid, { slug: null, endsAfter: 0, limit: 100 }),
          (before) => store.put(tombstone, before.find(({ uid }) => uid === tombstone.uid) ?? withdrawal)
        )
    }))
  },
  {
    fault: "returns withdrawals whose slots have all ended",
    caughtBy: ["withdrawal.ends-after"],
    layer: breaking(TombstoneStore, (store) => ({
      withdrawals: (agendaUid, query) => store.withdrawals(agendaUid, { ...query, endsAfter: query.endsAfter - 1 })
    }))
  },
  {
    fault: "ignores the slug of withdrawals",
    caughtBy: ["withdrawal.slug"],
    layer: breaking(TombstoneStore, (store) => ({
      withdrawals: (agendaUid, query) => store.withdrawals(agendaUid, { ...query, slug: null })
    }))
  },
  {
    fault: "returns the earliest withdrawals first",
    caughtBy: ["withdrawal.order"],
    layer: breaking(TombstoneStore, (store) => ({
      withdrawals: (agendaUid, query) =>
        Effect.map(
          store.withdrawals(agendaUid, { ...query, limit: 100 }),
          (all) => all.toSorted((left, right) => left.removedAt - right.removedAt || left.uid - right.uid).slice(0, query.limit)
        )
    }))
  }
]
