import type { AggregateAvailability } from "../domain/AggregateAvailability.js"
import type { AvailabilityRows } from "../domain/AvailabilityRow.js"
import type { Availability, SlotStatus } from "../domain/Ticketing.js"
import type { Slot } from "../domain/Timing.js"
import { slotStatusAt } from "./slotStatusAt.js"

/** How many of the slots that have not begun are of each status. */
export type SlotCounts = { readonly [S in SlotStatus]: number }

/**
 * A rule by which an event has its status, in the order in which they are tried (wire.md §8, Aggregate): a slot is available; one is limited;
 * none is left that has not begun; one is unknown; all are equal; the rest.
 */
export type AggregateRule = "anyAvailable" | "anyLimited" | "noneLeft" | "anyUnknown" | "allEqual" | "mixed"

/** Where the slots of an event stand together, and by which rule. */
export interface AggregateStatus {
  readonly status: Availability
  readonly rule: AggregateRule
}

const noSlots: SlotCounts = { available: 0, limited: 0, soldOut: 0, notYetOnSale: 0, salesClosed: 0, unknown: 0 }

const terminal = ["soldOut", "notYetOnSale", "salesClosed"] as const

/** Where slots stand together of which so many are of each status (wire.md §8, Aggregate). */
export const aggregateStatus = (counts: SlotCounts): AggregateStatus => {
  if (counts.available > 0) return { status: "available", rule: "anyAvailable" }
  if (counts.limited > 0) return { status: "limited", rule: "anyLimited" }
  if (counts.unknown > 0) return { status: "unknown", rule: "anyUnknown" }
  const [first, second] = terminal.filter((status) => counts[status] > 0)
  if (first === undefined) return { status: "unknown", rule: "noneLeft" }
  return second === undefined ? { status: first, rule: "allEqual" } : { status: "mixed", rule: "mixed" }
}

/** How many of these are of each status. */
export const countSlots = (statuses: ReadonlyArray<SlotStatus>): SlotCounts => {
  const counts = { ...noSlots }
  for (const status of statuses) counts[status]++
  return counts
}

/** Whether anything is to be said of an event's tickets: it has an offers entry or a row (wire.md §8, Aggregate). */
export const isTicketed = ({ offers, rows }: { readonly offers: ReadonlyArray<unknown>; readonly rows: AvailabilityRows }): boolean =>
  offers.length > 0 || Object.values(rows).some((said) => Object.keys(said).length > 0)

/** Whether tickets of a slot can be had. */
export const isBookable = (status: SlotStatus): boolean => status === "available" || status === "limited"

/**
 * Where the slots of an event that have not begun at an instant (epoch milliseconds) stand together then (wire.md §8, Aggregate): what
 * `availabilityIntervals` says of all instants at once. `slots` in order of time.
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
