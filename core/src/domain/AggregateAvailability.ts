import type { Availability } from "./Ticketing.js"

/** Where the slots of an event that have not begun stand together at an instant (service.md, offersAggregate; wire.md §8, Aggregate). */
export interface AggregateAvailability {
  readonly status: Availability
  /** Of these slots, how many are available or limited. */
  readonly occurrencesAvailable: number
  /** How many slots have not begun. */
  readonly occurrencesTotal: number
  /** When the first of those begins that is available or limited, epoch milliseconds; null: there is none. */
  readonly nextAvailable: number | null
}
