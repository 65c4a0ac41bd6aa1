import type { JsonObject } from "../domain/Json.js"
import type { Interval } from "../domain/Timing.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { EventBody, EventHead } from "../record/EventRecord.js"
import type { LocationRecord } from "../record/LocationRecord.js"
import type { MemberRecord } from "../record/MemberRecord.js"

/** An event and what is shown with it. */
export interface ShownEvent {
  readonly head: EventHead
  /** Needed for the detailed form. */
  readonly body: EventBody | null
  /** The first slot not ended at the view's `now`. */
  readonly next: Interval | null
  readonly location: LocationRecord | null
  readonly agenda: AgendaRecord
  /** Who contributed it, where the viewer may know. */
  readonly member: MemberRecord | null
}

/** How an event is looked at. */
export interface EventView {
  /** Epoch milliseconds. */
  readonly now: number
  /** Everything public, or the default list item. */
  readonly detailed: boolean
  /** Whether `member` may be seen. */
  readonly privileged: boolean
  /** Whether to say `removed: false`. */
  readonly removedFlag: boolean
  /** What the event was sorted by (`explainSort`), where that was asked for. */
  readonly sort: ReadonlyArray<JsonObject> | null
  /** The base of absolute URLs. */
  readonly publicUrl?: string
}

/** An event as it is read (wire.md §5). */
export const presentEvent = (_shown: ShownEvent, _view: EventView): JsonObject => ({})
