import type { SlotRows } from "./AvailabilityRow.js"
import type { OffersOverride } from "./Offers.js"
import type { Interval } from "./Timing.js"

/** A slot as it was written: `id` null when none was sent. Epoch milliseconds, whole seconds. */
export interface WrittenSlot extends Interval {
  readonly id: string | null
  /** All that is different for this slot; absent: what there was stays. */
  readonly offers?: ReadonlyArray<OffersOverride>
  /** What providers say of its tickets, where it is a new one; absent: nothing. */
  readonly availability?: SlotRows
}
