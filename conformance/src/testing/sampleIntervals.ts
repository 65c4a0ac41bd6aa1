import type { Availability } from "@agenda-engine/core/domain/ticketing/Ticketing"
import { type AvailabilityInterval, interval_ms_max, interval_ms_min } from "@agenda-engine/core/record/AvailabilityInterval"
import { hour } from "./SampleRecords.js"

/**
 * Contiguous availability intervals over all time, from a first status and the later boundaries (epoch milliseconds)
 * with their statuses. Counts and instants differ between intervals, so that tests detect a wrong one.
 */
export const sampleIntervals = (
  first: Availability,
  ...others: ReadonlyArray<readonly [from: number, status: Availability]>
): ReadonlyArray<AvailabilityInterval> => {
  const starts = [[interval_ms_min, first] as const, ...others]
  return starts.map(([from, status], index): AvailabilityInterval => {
    const next = starts.findIndex((other, later) => later > index && other[1] !== status)
    return {
      from,
      until: starts[index + 1]?.[0] ?? interval_ms_max,
      status,
      statusUntil: starts[index - 1]?.[1] === status ? null : starts[next]?.[0] ?? interval_ms_max,
      occurrencesAvailable: index,
      occurrencesTotal: starts.length,
      nextAvailable: index === 0 ? null : from + hour
    }
  })
}
