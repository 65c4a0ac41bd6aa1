import * as Equivalence from "effect/Equivalence"
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

/** What a row says of all instants. */
export interface Sale {
  /** Its first instant, epoch milliseconds; null: it has always been. */
  readonly from: number | null
  /** Its last instant; null: it never ends. */
  readonly through: number | null
  /** Where the slot stands from the first to the last. */
  readonly meanwhile: RowStatus
}

const duringSale = ({ closedBySource, lowStockThreshold, onSaleFrom, onSaleThrough, remaining, status }: AvailabilityRow): RowStatus => {
  if (closedBySource === true || status === "salesClosed") return statuses.closed
  if (remaining === 0 || status === "soldOut") return statuses.soldOut
  const isLow = remaining !== undefined && lowStockThreshold !== undefined && remaining <= lowStockThreshold
  if (isLow || status === "limited") return statuses.lowStock
  if (status === "notYetOnSale" && onSaleFrom === undefined) return statuses.awaited
  const isTold = onSaleFrom !== undefined || onSaleThrough !== undefined || closedBySource !== undefined || remaining !== undefined
  return isTold || (status !== undefined && status !== "unknown") ? statuses.onSale : statuses.nothingKnown
}

/** Of rows that have one status at every instant. Those that say one instant in two ways are taken for different. */
export const sameSale: Equivalence.Equivalence<AvailabilityRow> = Equivalence.make((one, other) =>
  one.onSaleFrom === other.onSaleFrom && one.onSaleThrough === other.onSaleThrough && duringSale(one) === duringSale(other)
)

/** Reads a row once, for its status to be asked of any number of instants. */
export const saleOf = (row: AvailabilityRow): Sale => ({
  from: row.onSaleFrom === undefined ? null : instantOf(row.onSaleFrom),
  through: row.onSaleThrough === undefined ? null : instantOf(row.onSaleThrough),
  meanwhile: duringSale(row)
})

/** The instants, epoch milliseconds, at which another rule may begin to decide the status of a row: the only ones at which it changes by time alone. */
export const turnsOf = ({ from, through }: Sale): ReadonlyArray<number> => [
  ...(from === null ? [] : [from]),
  ...(through === null ? [] : [through + 1])
]

/** As `rowStatusAt`, of a row that is read. */
export const statusOf = ({ from, meanwhile, through }: Sale, now: number): RowStatus => {
  if (from !== null && now < from) return statuses.beforeSale
  return through !== null && now > through ? statuses.afterSale : meanwhile
}

/**
 * Where the slot of a row stands at an instant (epoch milliseconds) with the tickets of its provider (wire.md §8, Availability row).
 *
 * @example
 * rowStatusAt({ syncedAt: "2026-01-01T00:00:00Z", remaining: 0 }, 1_800_000_000_000) // { status: "soldOut", rule: "soldOut" }
 */
export const rowStatusAt = (row: AvailabilityRow, now: number): RowStatus => statusOf(saleOf(row), now)
