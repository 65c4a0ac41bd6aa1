import type { AggregateAvailability } from "../domain/ticketing/Ticketing.js"

/** The begin of an event's first interval, epoch milliseconds: the earliest `Date`. */
export const interval_ms_min = -8_640_000_000_000_000

/** The end of an event's last interval, epoch milliseconds: the latest `Date`. */
export const interval_ms_max = 8_640_000_000_000_000

/**
 * A half-open time window [`from`, `until`) in which ticket availability does not change with time. An event's
 * intervals are contiguous, in order, from `interval_ms_min` to `interval_ms_max`. Epoch milliseconds.
 */
export interface AvailabilityInterval extends AggregateAvailability {
  readonly from: number
  readonly until: number
  /**
   * In the first interval of a run with the same status: the end of the run. Null in the rest of the run, so that the
   * intervals with a value are the status changes.
   */
  readonly statusUntil: number | null
}
