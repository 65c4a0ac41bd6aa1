import type { ChangeKind } from "../../record/ChangeRecord.js"
import type { EventView } from "../event/EventView.js"

/** The cursor that a feed begins at from here on, without the changes that there were. */
export const fromNow = "now"

/** A read of changes (wire.md §9). */
export interface ChangeQuery {
  /** The `next` of an earlier page, or `fromNow`; absent: from the oldest change that is kept. */
  readonly after?: string | undefined
  /** Number of changes per page; absent: `changesPage_default`. */
  readonly size?: number | undefined
  /** How long an empty page waits for a change, in seconds; absent: not at all. */
  readonly wait_seconds?: number | undefined
  /** Only these kinds; absent: all. */
  readonly kinds?: ReadonlyArray<ChangeKind> | undefined
  /** How changed events are shown; absent: not at all. */
  readonly view?: EventView | undefined
}
