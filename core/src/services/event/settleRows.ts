import type { AvailabilityRows } from "../../domain/AvailabilityRow.js"
import { mergeRows } from "../../domain/mergeRows.js"
import type { WrittenRow } from "../../domain/WrittenRow.js"
import type { SettledSlot } from "./settleSlots.js"

/**
 * What providers say of the tickets of an event whose slots are these: what they said of those that it has, and what was written with new
 * ones (wire.md §8, Slot id and PATCH availability); a slot that is deleted takes its own with it. An import restores rows besides, but for
 * those that are older than what is known.
 */
export const settleRows = (
  slots: ReadonlyArray<Pick<SettledSlot, "availability" | "id">>,
  known: AvailabilityRows,
  restored: ReadonlyArray<WrittenRow>
): AvailabilityRows => {
  const brought = slots.flatMap(({ availability = {}, id: slot }) =>
    Object.entries(availability).map(([provider, row]): WrittenRow => ({ slot, provider, row }))
  )
  const ids = new Set(slots.map(({ id }) => id))
  const kept = Object.fromEntries(Object.entries(known).filter(([id]) => ids.has(id)))
  return mergeRows(kept, [...brought, ...restored]).rows
}
