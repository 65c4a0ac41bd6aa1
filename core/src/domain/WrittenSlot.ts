import type { SlotRows } from "./AvailabilityRow.js"
import type { OffersOverride } from "./Offers.js"
import type { Interval } from "./Timing.js"

/** A slot of a write request; `id` is null when the request has none. Epoch milliseconds, whole seconds. */
export interface WrittenSlot extends Interval {
  readonly id: string | null
  /** All overrides of the slot; absent leaves the stored ones unchanged. */
  readonly offers?: ReadonlyArray<OffersOverride>
  /** The providers' availability of a new slot; absent when there is none. */
  readonly availability?: SlotRows
}
