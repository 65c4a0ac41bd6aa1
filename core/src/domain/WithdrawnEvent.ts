import type { Slot } from "./Timing.js"

/** What calendars say of an event that was published and no longer is: that its slots do not take place, and nothing of what it was. */
export interface WithdrawnEvent {
  readonly uid: number
  /** Above every version that the public saw. */
  readonly version: number
  /** Epoch milliseconds. */
  readonly withdrawnAt: number
  /** Those that were public and are not over. */
  readonly slots: ReadonlyArray<Slot>
}
