import type { AggregateAvailability } from "../domain/AggregateAvailability.js"

/** The least instant that an interval begins at, epoch milliseconds: that of the first one of each event. */
export const interval_ms_min = -8_640_000_000_000_000

/** The greatest instant that an interval ends at, epoch milliseconds: that of the last one of each event. */
export const interval_ms_max = 8_640_000_000_000_000

/**
 * A stretch of time, from `from`, included, to `until`, excluded, in which nothing about an event's tickets changes by time alone. Those of an
 * event lie end to end from `interval_ms_min` to `interval_ms_max`, in order. Epoch milliseconds.
 */
export interface AvailabilityInterval extends AggregateAvailability {
  readonly from: number
  readonly until: number
  /**
   * In the first of several with one status: when the last of those ends. Null in the others, so that those with a value say, one for each
   * change of status, from when until when it holds.
   */
  readonly statusUntil: number | null
}
