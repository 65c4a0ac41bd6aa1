import type { Slot } from "./Timing.js"

/**
 * An event that was published and no longer is, as calendars show it: its slots are cancelled and no content is left.
 */
export interface WithdrawnEvent {
  readonly uid: number
  /** Greater than every version that was public. */
  readonly version: number
  /** Epoch milliseconds. */
  readonly withdrawnAt: number
  /** The slots that were public and have not ended. */
  readonly slots: ReadonlyArray<Slot>
}
