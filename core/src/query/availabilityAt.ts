import type { AggregateAvailability } from "../domain/AggregateAvailability.js"
import type { AvailabilityInterval } from "../record/AvailabilityInterval.js"

/** The availability in the interval that contains an instant; null when none contains it. */
export const availabilityAt = (intervals: ReadonlyArray<AvailabilityInterval>, at: number): AggregateAvailability | null => {
  const found = intervals.find(({ from, until }) => from <= at && at < until)
  if (found === undefined) return null
  const { nextAvailable, occurrencesAvailable, occurrencesTotal, status } = found
  return { status, occurrencesAvailable, occurrencesTotal, nextAvailable }
}
