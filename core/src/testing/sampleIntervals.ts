import type { Availability } from "../domain/Ticketing.js"
import { type AvailabilityInterval, interval_ms_max, interval_ms_min } from "../record/AvailabilityInterval.js"
import { hour } from "./SampleRecords.js"

/**
 * Intervals as an event has them, end to end over all time: the first has this status, and each other one its own from its instant on, epoch
 * milliseconds. Their counts and instants differ from one to the next, so that the wrong one shows.
 */
export const sampleIntervals = (
  first: Availability,
  ...others: ReadonlyArray<readonly [from: number, status: Availability]>
): ReadonlyArray<AvailabilityInterval> => {
  const starts = [[interval_ms_min, first] as const, ...others]
  return starts.map(([from, status], place): AvailabilityInterval => {
    const next = starts.findIndex((other, later) => later > place && other[1] !== status)
    return {
      from,
      until: starts[place + 1]?.[0] ?? interval_ms_max,
      status,
      statusUntil: starts[place - 1]?.[1] === status ? null : starts[next]?.[0] ?? interval_ms_max,
      occurrencesAvailable: place,
      occurrencesTotal: starts.length,
      nextAvailable: place === 0 ? null : from + hour
    }
  })
}
