import { formatUtc } from "../derive/formatInstant.js"
import type { JsonObject } from "../domain/Json.js"
import type { Tombstone } from "../record/EventRecord.js"

/** A tombstone in responses: `{uid, removed, updatedAt}` (service.md, Synchronisation pattern). */
export const presentTombstone = (tombstone: Tombstone): JsonObject => ({
  uid: tombstone.uid,
  removed: true,
  updatedAt: formatUtc(tombstone.removedAt)
})
