import type { AvailabilityRows } from "../../domain/AvailabilityRow.js"
import { mergeRows } from "../../domain/mergeRows.js"
import { rowsOfSlots } from "../../domain/rowsOfSlots.js"
import type { WrittenRow } from "../../domain/WrittenRow.js"
import type { SettledSlot } from "./settleSlots.js"

/**
 * What providers say of the tickets of an event whose slots are these: what they said of those that it has, and what was written with new
 * ones (wire.md §8, PATCH availability). An import restores rows besides, but for those that are older than what is known.
 */
export const settleRows = (
  slots: ReadonlyArray<Pick<SettledSlot, "availability" | "id">>,
  known: AvailabilityRows,
  restored: ReadonlyArray<WrittenRow>
): AvailabilityRows => {
  const brought = slots.flatMap(({ availability = {}, id: slot }) =>
    Object.entries(availability).map(([provider, row]): WrittenRow => ({ slot, provider, row }))
  )
  return mergeRows(rowsOfSlots(known, slots), [...brought, ...restored]).rows
}
