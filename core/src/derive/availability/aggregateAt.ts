import type { Slot } from "../../domain/event/Timing.js"
import type { AvailabilityRows } from "../../domain/ticketing/AvailabilityRow.js"
import type { AggregateAvailability, Availability, SlotStatus } from "../../domain/ticketing/Ticketing.js"
import { slotStatusAt } from "./slotStatusAt.js"

/** Number of future slots per status. */
export type SlotCounts = { readonly [S in SlotStatus]: number }

/**
 * A rule that determines the aggregate status, in the order in which the rules apply (wire.md §8, Aggregate). A slot is
 * available; a slot is limited; no future slot is left; a slot is unknown; all statuses are equal; the rest.
 */
export type AggregateRule = "anyAvailable" | "anyLimited" | "noneLeft" | "anyUnknown" | "allEqual" | "mixed"

/** The aggregate status of an event's slots and the rule that determined it. */
export interface AggregateStatus {
  readonly status: Availability
  readonly rule: AggregateRule
}

const noSlots: SlotCounts = { available: 0, limited: 0, soldOut: 0, notYetOnSale: 0, salesClosed: 0, unknown: 0 }

const terminal = ["soldOut", "notYetOnSale", "salesClosed"] as const

/** The aggregate status for these slot counts (wire.md §8, Aggregate). */
export const aggregateStatus = (counts: SlotCounts): AggregateStatus => {
  if (counts.available > 0) return { status: "available", rule: "anyAvailable" }
  if (counts.limited > 0) return { status: "limited", rule: "anyLimited" }
  if (counts.unknown > 0) return { status: "unknown", rule: "anyUnknown" }
  const [first, second] = terminal.filter((status) => counts[status] > 0)
  if (first === undefined) return { status: "unknown", rule: "noneLeft" }
  return second === undefined ? { status: first, rule: "allEqual" } : { status: "mixed", rule: "mixed" }
}

/** Counts statuses. */
export const countSlots = (statuses: ReadonlyArray<SlotStatus>): SlotCounts => {
  const counts = { ...noSlots }
  for (const status of statuses) counts[status]++
  return counts
}

/** Whether an event has ticket information: an offers entry or an availability row (wire.md §8, Aggregate). */
export const isTicketed = ({ offers, rows }: { readonly offers: ReadonlyArray<unknown>; readonly rows: AvailabilityRows }): boolean =>
  offers.length > 0 || Object.values(rows).some((slotRows) => Object.keys(slotRows).length > 0)

/** Whether tickets of a slot can be bought. */
export const isBookable = (status: SlotStatus): boolean => status === "available" || status === "limited"

/**
 * Aggregate availability of the future slots of an event at an instant, epoch milliseconds (wire.md §8, Aggregate).
 * `availabilityIntervals` computes the same for all instants. `slots` must be in chronological order.
 */
export const aggregateAt = (slots: ReadonlyArray<Slot>, rows: AvailabilityRows, now: number): AggregateAvailability => {
  const left = slots.filter(({ begin }) => begin > now).map(({ begin, id }) => ({ begin, status: slotStatusAt(rows[id] ?? {}, now) }))
  const bookable = left.filter(({ status }) => isBookable(status))
  return {
    status: aggregateStatus(countSlots(left.map(({ status }) => status))).status,
    occurrencesAvailable: bookable.length,
    occurrencesTotal: left.length,
    nextAvailable: bookable[0]?.begin ?? null
  }
}
