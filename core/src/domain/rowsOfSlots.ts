import type { AvailabilityRows } from "./AvailabilityRow.js"

/** Those of the rows of an event that are of these slots: a slot that is deleted takes its own with it (wire.md §8, Slot id). */
export const rowsOfSlots = (rows: AvailabilityRows, slots: ReadonlyArray<{ readonly id: string }>): AvailabilityRows => {
  const ids = new Set(slots.map(({ id }) => id))
  return Object.fromEntries(Object.entries(rows).filter(([id]) => ids.has(id)))
}
