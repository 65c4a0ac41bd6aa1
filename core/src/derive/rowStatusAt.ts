import type { AvailabilityRow } from "../domain/AvailabilityRow.js"
import { instantOf } from "../domain/instantOf.js"
import type { SlotStatus } from "../domain/Ticketing.js"

/** Where the slot of a row stands with the tickets of its provider, and by which rule. */
export interface RowStatus {
  readonly status: SlotStatus
  readonly rule: RowRule
}

/** How each rule by which a row has its status is told, in the order in which they are tried (wire.md §8, Availability row). */
const statuses = {
  /** Now is before `onSaleFrom`. */
  beforeSale: { status: "notYetOnSale", rule: "beforeSale" },
  /** Now is after `onSaleThrough`. */
  afterSale: { status: "salesClosed", rule: "afterSale" },
  /** Closed by the source, or reported so. */
  closed: { status: "salesClosed", rule: "closed" },
  /** Nothing remains, or it is reported so. */
  soldOut: { status: "soldOut", rule: "soldOut" },
  /** No more remain than the threshold says, or it is reported so. */
  lowStock: { status: "limited", rule: "lowStock" },
  /** Reported as not yet on sale, without an `onSaleFrom`. */
  awaited: { status: "notYetOnSale", rule: "awaited" },
  /** Nothing is reported, or unknown is, and no fact speaks of the sale: neither of its ends, nor whether it is closed, nor what remains. */
  nothingKnown: { status: "unknown", rule: "nothingKnown" },
  /** The rest. */
  onSale: { status: "available", rule: "onSale" }
} as const satisfies { readonly [rule: string]: { readonly status: SlotStatus; readonly rule: string } }

/** A rule by which a row has its status. */
export type RowRule = keyof typeof statuses

/** A row with the ends of its sale read, epoch milliseconds. */
export interface ReadRow {
  readonly row: AvailabilityRow
  readonly saleFrom: number | null
  /** The last instant of the sale. */
  readonly saleThrough: number | null
}

/** Reads the instants of a row, for its status to be asked of more than one. */
export const readRow = (row: AvailabilityRow): ReadRow => ({
  row,
  saleFrom: row.onSaleFrom === undefined ? null : instantOf(row.onSaleFrom),
  saleThrough: row.onSaleThrough === undefined ? null : instantOf(row.onSaleThrough)
})

/** The instants, epoch milliseconds, at which another rule may begin to decide the status of a row: the only ones at which it changes by time alone. */
export const turnsOf = ({ saleFrom, saleThrough }: ReadRow): ReadonlyArray<number> => [
  ...(saleFrom === null ? [] : [saleFrom]),
  ...(saleThrough === null ? [] : [saleThrough + 1])
]

/** As `rowStatusAt`, of a row that is read. */
export const statusOf = ({ row, saleFrom, saleThrough }: ReadRow, now: number): RowStatus => {
  const { closedBySource, lowStockThreshold, remaining, status: reported } = row
  if (saleFrom !== null && now < saleFrom) return statuses.beforeSale
  if (saleThrough !== null && now > saleThrough) return statuses.afterSale
  if (closedBySource === true || reported === "salesClosed") return statuses.closed
  if (remaining === 0 || reported === "soldOut") return statuses.soldOut
  const isLow = remaining !== undefined && lowStockThreshold !== undefined && remaining <= lowStockThreshold
  if (isLow || reported === "limited") return statuses.lowStock
  if (reported === "notYetOnSale" && saleFrom === null) return statuses.awaited
  const isTold = saleFrom !== null || saleThrough !== null || closedBySource !== undefined || remaining !== undefined
  return isTold || (reported !== undefined && reported !== "unknown") ? statuses.onSale : statuses.nothingKnown
}

/**
 * Where the slot of a row stands at an instant (epoch milliseconds) with the tickets of its provider (wire.md §8, Availability row).
 *
 * @example
 * rowStatusAt({ syncedAt: "2026-01-01T00:00:00Z", remaining: 0 }, 1_800_000_000_000) // { status: "soldOut", rule: "soldOut" }
 */
export const rowStatusAt = (row: AvailabilityRow, now: number): RowStatus => statusOf(readRow(row), now)
