import type { AvailabilityRows } from "../domain/AvailabilityRow.js"
import type { SlotStatus } from "../domain/Ticketing.js"
import type { Slot } from "../domain/Timing.js"
import { type AvailabilityInterval, interval_ms_max, interval_ms_min } from "../record/AvailabilityInterval.js"
import { aggregateStatus, isBookable, noSlots } from "./aggregateAt.js"
import { type ReadRow, readRow, turnsOf } from "./rowStatusAt.js"
import { bestStatus } from "./slotStatusAt.js"

/** What is known of an event's tickets. */
export interface Ticketed {
  /** In order of time. */
  readonly slots: ReadonlyArray<Slot>
  readonly rows: AvailabilityRows
  /** Whether the event has an offers entry. */
  readonly isOffered: boolean
}

interface SlotTurns {
  readonly begin: number
  readonly rows: ReadonlyArray<ReadRow>
  /** Whenever its status may change by time alone. */
  readonly turns: ReadonlyArray<number>
}

/** A stretch before a slot begins in which it has one status. */
interface Stretch {
  readonly begin: number
  readonly status: SlotStatus
  readonly from: number
  readonly until: number
}

const inOrder = (instants: ReadonlyArray<number>): Array<number> => [...new Set(instants)].sort((a, b) => a - b)

const stretchesOf = ({ begin, rows, turns }: SlotTurns): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  let from = interval_ms_min
  let status = bestStatus(rows, from)
  for (const until of inOrder([...turns, begin])) {
    const after = until === begin ? null : bestStatus(rows, until)
    if (after === status) continue
    stretches.push({ begin, status, from, until })
    if (after === null) break
    from = until
    status = after
  }
  return stretches
}

/** Of each place between two cuts: the first begin of a slot that can be booked then, null where none can. `stretches` in order of `begin`. */
const firstBookable = (
  stretches: ReadonlyArray<Stretch>,
  placeOf: (instant: number) => number,
  length: number
): ReadonlyArray<number | null> => {
  const first = Array.from({ length }, (): number | null => null)
  // Where to look for the first place from here on that no earlier slot has taken: here, or further on.
  const free = Array.from({ length: length + 1 }, (_, place) => place)
  const nextFree = (from: number): number => {
    let place = from
    for (let next = free[place] ?? place; next !== place; next = free[place] ?? place) {
      free[place] = free[next] ?? next
      place = next
    }
    return place
  }
  for (const { begin, from, status, until } of stretches) {
    const end = isBookable(status) ? placeOf(until) : 0
    for (let place = nextFree(placeOf(from)); place < end; place = nextFree(place)) {
      first[place] = begin
      free[place] = place + 1
    }
  }
  return first
}

/** By how much the number of slots of a status changes at the instants at which it does. */
const changesOf = (stretches: ReadonlyArray<Stretch>) =>
  stretches
    .flatMap(({ from, status, until }) => [{ at: from, status, by: 1 }, { at: until, status, by: -1 }])
    .sort((a, b) => a.at - b.at)

/** Intervals, in order, with the `statusUntil` of each. */
const withRuns = (intervals: ReadonlyArray<Omit<AvailabilityInterval, "statusUntil">>): ReadonlyArray<AvailabilityInterval> => {
  const begins = intervals.flatMap(({ from, status }, place) => intervals[place - 1]?.status === status ? [] : [from])
  let run = 0
  return intervals.map((interval) => ({
    ...interval,
    statusUntil: interval.from === begins[run] ? begins[++run] ?? interval_ms_max : null
  }))
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
  const told = slots.map(({ begin, id }): SlotTurns => {
    const said = Object.values(rows[id] ?? {}).map(readRow)
    return { begin, rows: said, turns: said.flatMap(turnsOf) }
  })
  if (!isOffered && told.every((slot) => slot.rows.length === 0)) return []
  const cuts = inOrder([interval_ms_min, ...told.flatMap(({ begin, turns }) => [begin, ...turns])])
  const places = new Map(cuts.map((cut, place) => [cut, place]))
  const stretches = told.flatMap(stretchesOf)
  const first = firstBookable(stretches, (instant) => places.get(instant) ?? cuts.length, cuts.length)
  const changes = changesOf(stretches)
  const counts = { ...noSlots }
  let total = 0
  let done = 0
  return withRuns(cuts.map((from, place) => {
    for (let change = changes[done]; change !== undefined && change.at <= from; change = changes[++done]) {
      counts[change.status] += change.by
      total += change.by
    }
    return {
      from,
      until: cuts[place + 1] ?? interval_ms_max,
      status: aggregateStatus(counts).status,
      occurrencesAvailable: counts.available + counts.limited,
      occurrencesTotal: total,
      nextAvailable: first[place] ?? null
    }
  }))
}
