import type { Availability } from "./Ticketing.js"

/**
 * Ticket availability over all slots of an event that have not begun at an instant (service.md, offersAggregate;
 * wire.md §8, Aggregate).
 */
export interface AggregateAvailability {
  readonly status: Availability
  /** The number of these slots that are available or limited. */
  readonly occurrencesAvailable: number
  /** The number of slots that have not begun. */
  readonly occurrencesTotal: number
  /** Begin of the first slot that is available or limited, epoch milliseconds; null when there is none. */
  readonly nextAvailable: number | null
}
