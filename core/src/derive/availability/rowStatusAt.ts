import * as Equivalence from "effect/Equivalence"
import type { AvailabilityRow } from "../../domain/ticketing/AvailabilityRow.js"
import type { SlotStatus } from "../../domain/ticketing/Ticketing.js"
import { parseInstant } from "../../domain/time/parseInstant.js"

/** The status of a slot for one provider, with the rule that determines it. */
export interface RowStatus {
  readonly status: SlotStatus
  readonly rule: RowRule
}

/** The status of each rule, in the order in which the rules apply (wire.md §8, Availability row). */
const statuses = {
  /** Now is before `onSaleFrom`. */
  beforeSale: { status: "notYetOnSale", rule: "beforeSale" },
  /** Now is after `onSaleThrough`. */
  afterSale: { status: "salesClosed", rule: "afterSale" },
  /** `closedBySource` is set, or `salesClosed` is reported. */
  closed: { status: "salesClosed", rule: "closed" },
  /** Nothing remains, or `soldOut` is reported. */
  soldOut: { status: "soldOut", rule: "soldOut" },
  /** The remaining number is at or below the threshold, or `limited` is reported. */
  lowStock: { status: "limited", rule: "lowStock" },
  /** `notYetOnSale` is reported without `onSaleFrom`. */
  awaited: { status: "notYetOnSale", rule: "awaited" },
  /**
   * No status or `unknown` is reported, and no fact describes the sale: no sale dates, `closedBySource` or `remaining`.
   */
  nothingKnown: { status: "unknown", rule: "nothingKnown" },
  /** All other rows. */
  onSale: { status: "available", rule: "onSale" }
} as const satisfies { readonly [rule: string]: { readonly status: SlotStatus; readonly rule: string } }

/** A rule that determines the status of a row. */
export type RowRule = keyof typeof statuses

/** A parsed availability row, valid for any instant. */
export interface Sale {
  /** Start of the sale, epoch milliseconds; null: no start. */
  readonly from: number | null
  /** Last instant of the sale; null: no end. */
  readonly through: number | null
  /** The status during the sale. */
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

/** Whether two rows have the same status at every instant. Two different texts for one instant count as different. */
export const sameSale: Equivalence.Equivalence<AvailabilityRow> = Equivalence.make((one, other) =>
  one.onSaleFrom === other.onSaleFrom && one.onSaleThrough === other.onSaleThrough && duringSale(one) === duringSale(other)
)

/** Parses a row, so that its status can be computed for many instants. */
export const saleOf = (row: AvailabilityRow): Sale => ({
  from: row.onSaleFrom === undefined ? null : parseInstant(row.onSaleFrom),
  through: row.onSaleThrough === undefined ? null : parseInstant(row.onSaleThrough),
  meanwhile: duringSale(row)
})

/**
 * The instants (epoch milliseconds) at which the rule of a row may change. Its status changes by time at no other
 * instant.
 */
export const transitionsOf = ({ from, through }: Sale): ReadonlyArray<number> => [
  ...(from === null ? [] : [from]),
  ...(through === null ? [] : [through + 1])
]

/** `rowStatusAt` for a parsed row. */
export const statusOf = ({ from, meanwhile, through }: Sale, now: number): RowStatus => {
  if (from !== null && now < from) return statuses.beforeSale
  return through !== null && now > through ? statuses.afterSale : meanwhile
}

/**
 * The status of a row at an instant (epoch milliseconds), with its rule (wire.md §8, Availability row).
 *
 * @example
 * rowStatusAt({ syncedAt: "2026-01-01T00:00:00Z", remaining: 0 }, 1_800_000_000_000)
 * // { status: "soldOut", rule: "soldOut" }
 */
export const rowStatusAt = (row: AvailabilityRow, now: number): RowStatus => statusOf(saleOf(row), now)
