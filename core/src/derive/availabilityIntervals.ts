import type { AvailabilityRows } from "../domain/AvailabilityRow.js"
import type { SlotStatus } from "../domain/Ticketing.js"
import type { Slot } from "../domain/Timing.js"
import { type AvailabilityInterval, interval_ms_max, interval_ms_min } from "../record/AvailabilityInterval.js"
import { aggregateStatus, countSlots, isBookable } from "./aggregateAt.js"
import { type Sale, saleOf, turnsOf } from "./rowStatusAt.js"
import { bestStatus } from "./slotStatusAt.js"

/** What is known of an event's tickets. */
export interface Ticketed {
  /** In order of time. */
  readonly slots: ReadonlyArray<Slot>
  readonly rows: AvailabilityRows
  /** Whether the event has an offers entry. */
  readonly isOffered: boolean
}

interface SoldSlot {
  readonly begin: number
  readonly sales: ReadonlyArray<Sale>
}

/** An instant at which a slot begins, or what is said of it may change. */
interface Turn {
  readonly at: number
  readonly slot: SoldSlot
  /** Which of the slots it is. */
  readonly place: number
}

const turnsInOrder = (slots: ReadonlyArray<SoldSlot>): ReadonlyArray<Turn> =>
  slots
    .flatMap((slot, place) => [slot.begin, ...slot.sales.flatMap(turnsOf)].map((at): Turn => ({ at, slot, place })))
    .sort((a, b) => a.at - b.at)

/** Where slots stand together, from the least instant on: turn by turn, each of which looks at one slot again. */
const sweep = (slots: ReadonlyArray<SoldSlot>) => {
  const before = slots.map(({ sales }) => bestStatus(sales, interval_ms_min))
  // Null: the slot has begun.
  const statuses: Array<SlotStatus | null> = before.slice()
  const counts = { ...countSlots(before) }
  let total = slots.length
  // None before this place can be booked.
  let first = 0
  return {
    pass: ({ at, place, slot }: Turn): void => {
      const known = statuses[place] ?? null
      if (known === null) return
      const status = at < slot.begin ? bestStatus(slot.sales, at) : null
      statuses[place] = status
      counts[known]--
      if (status === null) total--
      else {
        counts[status]++
        if (isBookable(status)) first = Math.min(first, place)
      }
    },
    whole: () => {
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
 * Where the tickets of an event stand over all time, in stretches in which nothing of them changes by time alone: what `aggregateAt` says at
 * each of their instants. A stretch ends wherever a slot begins or what a row says may change, also where the whole stays as it is. None
 * where the event has neither an offers entry nor a row (wire.md §8, Aggregate).
 *
 * @example
 * availabilityIntervals({ slots: [{ id: "a1B2c", begin: 10, end: 20 }], rows: {}, isOffered: true })
 * // from the least instant to 10: unknown, 0 of 1; from 10 to the greatest: unknown, 0 of 0
 */
export const availabilityIntervals = ({ isOffered, rows, slots }: Ticketed): ReadonlyArray<AvailabilityInterval> => {
  const sold = slots.map(({ begin, id }): SoldSlot => ({ begin, sales: Object.values(rows[id] ?? {}).map(saleOf) }))
  if (!isOffered && sold.every(({ sales }) => sales.length === 0)) return []
  const { pass, whole } = sweep(sold)
  const intervals: Array<AvailabilityInterval> = []
  let from = interval_ms_min
  // The first interval of those behind each other with one status.
  let run = 0
  const close = (until: number): void => {
    const now = whole()
    const open = intervals[run]
    const continues = open?.status === now.status
    if (open !== undefined && !continues) {
      intervals[run] = { ...open, statusUntil: from }
      run = intervals.length
    }
    intervals.push({ from, until, statusUntil: continues ? null : interval_ms_max, ...now })
    from = until
  }
  for (const turn of turnsInOrder(sold)) {
    if (turn.at > from) close(turn.at)
    pass(turn)
  }
  close(interval_ms_max)
  return intervals
}
