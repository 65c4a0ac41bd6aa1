import type { SlotRows } from "../../domain/ticketing/AvailabilityRow.js"
import type { SlotStatus } from "../../domain/ticketing/Ticketing.js"
import { type Sale, saleOf, statusOf } from "./rowStatusAt.js"

/** Preference of buyers; the lowest rank is the best status. */
const ranks: { readonly [S in SlotStatus]: number } = { available: 0, limited: 1, notYetOnSale: 2, soldOut: 3, salesClosed: 4, unknown: 5 }

/** `slotStatusAt` for parsed rows. */
export const bestStatus = (sales: ReadonlyArray<Sale>, now: number): SlotStatus => {
  let best: SlotStatus = "unknown"
  for (const sale of sales) {
    const { status } = statusOf(sale, now)
    if (ranks[status] < ranks[best]) best = status
  }
  return best
}

/**
 * The status of a slot at an instant (epoch milliseconds): the best status among its providers, `unknown` without a row
 * (wire.md §8, Availability row).
 */
export const slotStatusAt = (rows: SlotRows, now: number): SlotStatus => bestStatus(Object.values(rows).map(saleOf), now)
