import type { AvailabilityRows } from "../../domain/AvailabilityRow.js"
import { mergeRows } from "../../domain/mergeRows.js"
import type { WrittenRow } from "../../domain/WrittenRow.js"
import type { IdentifiedSlot } from "./assignSlotIds.js"

/**
 * Availability rows of an event after a write of its slots: the stored rows of the remaining slots, merged with rows
 * written with new slots (wire.md §8, Slot id and PATCH availability). Rows of deleted slots are removed. `restored`
 * are rows of an import; rows older than the stored ones are skipped.
 */
export const resolveAvailability = (
  slots: ReadonlyArray<Pick<IdentifiedSlot, "availability" | "id">>,
  known: AvailabilityRows,
  restored: ReadonlyArray<WrittenRow>
): AvailabilityRows => {
  const brought = slots.flatMap(({ availability = {}, id: slot }) =>
    Object.entries(availability).map(([provider, row]): WrittenRow => ({ slot, provider, row }))
  )
  const ids = new Set(slots.map(({ id }) => id))
  const remaining = Object.fromEntries(Object.entries(known).filter(([id]) => ids.has(id)))
  return mergeRows(remaining, [...brought, ...restored]).rows
}
