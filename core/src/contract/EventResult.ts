import type { Issue } from "../domain/error/Issue.js"
import type { JsonObject } from "../domain/text/Json.js"
import type { EventView } from "../query/event/EventView.js"
import type { NoValues } from "./AdditionalValues.js"
import type { Event, EventIn } from "./EventAnswer.js"

/** A page of events, as in the response of `/v2/agendas/{a}/events`. */
export interface EventList<E = EventIn<EventView>> {
  readonly total: number
  readonly events: ReadonlyArray<E>
  /** Cursor of the next page, for `after`; null exactly on the last page. */
  readonly after: ReadonlyArray<string> | null
  /** The sort orders of the list, by precedence. */
  readonly sort: ReadonlyArray<string>
  /** The requested facets, by key; null when the request has none. */
  readonly facets: JsonObject | null
  /** The words of the search that no event had, and what was searched for instead. */
  readonly corrected: ReadonlyArray<{ readonly word: string; readonly to: ReadonlyArray<string> }>
}

/** An event as presented to the caller. */
export interface ReadEvent<E = EventIn<EventView>> {
  readonly event: E
  /** Increases with each change of the event's content (wire.md §4, ETag). */
  readonly version: number
  /** Explanation of its ticket state (`presentExplanation`); null when it was not requested. */
  readonly explain: JsonObject | null
}

/** The result of a write of an event. `warnings` list the parts of the body that were ignored. */
export interface WrittenEvent<Values = NoValues> {
  readonly outcome: "created" | "updated" | "unchanged"
  readonly event: Event<Values>
  /** Version of the event after the write. */
  readonly version: number
  readonly warnings: ReadonlyArray<Issue>
}

/** The result of an import line, without the event itself. */
export interface RestoredEvent extends Pick<WrittenEvent, "outcome" | "warnings"> {
  readonly uid: number
}

/** The result of a write of availability. */
export interface WrittenAvailability {
  /** The rows that were written or removed, in the order of the body. */
  readonly applied: ReadonlyArray<{ readonly slot: string; readonly provider: string }>
  /** One `stale` issue per skipped row: the stored row was synchronised later. */
  readonly skipped: ReadonlyArray<Issue>
  readonly warnings: ReadonlyArray<Issue>
}
