import type { SlotRows } from "../domain/AvailabilityRow.js"
import type { SlotStatus } from "../domain/Ticketing.js"
import { type Sale, saleOf, statusOf } from "./rowStatusAt.js"

/** How good each is for a buyer: the least is the best. */
const ranks: { readonly [S in SlotStatus]: number } = { available: 0, limited: 1, notYetOnSale: 2, soldOut: 3, salesClosed: 4, unknown: 5 }

/** As `slotStatusAt`, of rows that are read. */
export const bestStatus = (sales: ReadonlyArray<Sale>, now: number): SlotStatus => {
  let best: SlotStatus = "unknown"
  for (const sale of sales) {
    const { status } = statusOf(sale, now)
    if (ranks[status] < ranks[best]) best = status
  }
  return best
}

/**
 * Where a slot stands at an instant (epoch milliseconds): the best for a buyer that any of its providers says; unknown without a row
 * (wire.md §8, Availability row).
 */
export const slotStatusAt = (rows: SlotRows, now: number): SlotStatus => bestStatus(Object.values(rows).map(saleOf), now)
