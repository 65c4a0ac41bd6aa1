import type { Slot } from "../../domain/event/Timing.js"
import type { AvailabilityRows } from "../../domain/ticketing/AvailabilityRow.js"
import type { SlotStatus } from "../../domain/ticketing/Ticketing.js"
import { type AvailabilityInterval, interval_ms_max, interval_ms_min } from "../../record/AvailabilityInterval.js"
import { aggregateStatus, countSlots, isBookable } from "./aggregateAt.js"
import { type Sale, saleOf, transitionsOf } from "./rowStatusAt.js"
import { bestStatus } from "./slotStatusAt.js"

/** The ticket information of an event. */
export interface Ticketed {
  /** In chronological order. */
  readonly slots: ReadonlyArray<Slot>
  readonly rows: AvailabilityRows
  /** Whether the event has an offers entry. */
  readonly isOffered: boolean
}

interface SoldSlot {
  readonly begin: number
  readonly sales: ReadonlyArray<Sale>
}

/** An instant at which a slot begins or its status may change. */
interface Transition {
  readonly at: number
  readonly slot: SoldSlot
  /** Index of the slot. */
  readonly index: number
}

const transitionsInOrder = (slots: ReadonlyArray<SoldSlot>): ReadonlyArray<Transition> =>
  slots
    .flatMap((slot, index) => [slot.begin, ...slot.sales.flatMap(transitionsOf)].map((at): Transition => ({ at, slot, index })))
    .sort((a, b) => a.at - b.at)

/** Sweeps over the transitions in order; each transition re-evaluates one slot. */
const sweep = (slots: ReadonlyArray<SoldSlot>) => {
  const initial = slots.map(({ sales }) => bestStatus(sales, interval_ms_min))
  // Null: the slot has begun.
  const statuses: Array<SlotStatus | null> = initial.slice()
  const counts = { ...countSlots(initial) }
  let total = slots.length
  // Lower bound of the index of the first bookable slot.
  let first = 0
  return {
    apply: ({ at, index, slot }: Transition): void => {
      const previous = statuses[index] ?? null
      if (previous === null) return
      const status = at < slot.begin ? bestStatus(slot.sales, at) : null
      statuses[index] = status
      counts[previous]--
      if (status === null) total--
      else {
        counts[status]++
        if (isBookable(status)) first = Math.min(first, index)
      }
    },
    aggregate: () => {
      for (let status = statuses[first]; status !== undefined; status = statuses[++first]) {
        if (status !== null && isBookable(status)) break
      }
      return {
        status: aggregateStatus(counts).status,
        occurrencesAvailable: counts.available + counts.limited,
        occurrencesTotal: total,
        nextAvailable: slots[first]?.begin ?? null
      }
    }
  }
}

/**
 * Partitions all time into intervals in which the tickets of an event do not change; `aggregateAt` returns the same
 * values at every instant of an interval. An interval ends wherever a slot begins or a row may change, even if the
 * aggregate stays the same. Empty without offers entries and availability rows (wire.md §8, Aggregate).
 *
 * @example
 * availabilityIntervals({ slots: [{ id: "a1B2c", begin: 10, end: 20 }], rows: {}, isOffered: true })
 * // from the least instant to 10: unknown, 0 of 1; from 10 to the greatest: unknown, 0 of 0
 */
export const availabilityIntervals = ({ isOffered, rows, slots }: Ticketed): ReadonlyArray<AvailabilityInterval> => {
  const sold = slots.map(({ begin, id }): SoldSlot => ({ begin, sales: Object.values(rows[id] ?? {}).map(saleOf) }))
  if (!isOffered && sold.every(({ sales }) => sales.length === 0)) return []
  const { aggregate, apply } = sweep(sold)
  const intervals: Array<AvailabilityInterval> = []
  let from = interval_ms_min
  // Index of the first interval of the current run of intervals with equal status.
  let run = 0
  const close = (until: number): void => {
    const now = aggregate()
    const open = intervals[run]
    const continues = open?.status === now.status
    if (open !== undefined && !continues) {
      intervals[run] = { ...open, statusUntil: from }
      run = intervals.length
    }
    intervals.push({ from, until, statusUntil: continues ? null : interval_ms_max, ...now })
    from = until
  }
  for (const transition of transitionsInOrder(sold)) {
    if (transition.at > from) close(transition.at)
    apply(transition)
  }
  close(interval_ms_max)
  return intervals
}
