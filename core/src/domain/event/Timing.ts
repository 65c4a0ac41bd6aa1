import * as Schema from "effect/Schema"
import type { SlotRows } from "../ticketing/AvailabilityRow.js"
import type { OffersOverride } from "../ticketing/Offers.js"

/** A time interval in epoch milliseconds; `end` is after `begin`. */
export interface Interval {
  readonly begin: number
  readonly end: number
}

/**
 * A slot's id: 5 base62 characters, unique in its event, stable as long as the slot exists (service.md, Time slot
 * additions).
 */
export const SlotId = Schema.String.pipe(Schema.pattern(/^[0-9A-Za-z]{5}$/)).annotations({
  identifier: "SlotId",
  examples: ["a1B2c"]
})

/** One entry of `timings`: an interval with a stable id. The slots of an event are ordered and do not overlap. */
export interface Slot extends Interval {
  readonly id: string
}

/** The maximum length of a slot in milliseconds: 24 hours between instants (wire.md §5). */
export const slotLength_ms_max = 86_400_000

/** A slot of a write request; `id` is null when the request has none. Epoch milliseconds, whole seconds. */
export interface SlotWrite extends Interval {
  readonly id: string | null
  /** All overrides of the slot; absent leaves the stored ones unchanged. */
  readonly offers?: ReadonlyArray<OffersOverride>
  /** The providers' availability of a new slot; absent when there is none. */
  readonly availability?: SlotRows
}
