import type { Interval } from "./Timing.js"

/** A slot as it was written: `id` null when none was sent. Epoch milliseconds, whole seconds. */
export interface WrittenSlot extends Interval {
  readonly id: string | null
}
