import type { Issue } from "../domain/error/Issue.js"
import type { JsonObject } from "../domain/text/Json.js"

/** A page of events, as in the response of `/v2/agendas/{a}/events`. */
export interface EventList {
  readonly total: number
  readonly events: ReadonlyArray<JsonObject>
  /** Cursor of the next page, for `after`; null exactly on the last page. */
  readonly after: ReadonlyArray<string> | null
  /** The sort orders of the list, by precedence. */
  readonly sort: ReadonlyArray<string>
  /** The requested facets, by key; null when the request has none. */
  readonly facets: JsonObject | null
}

/** An event as presented to the caller. */
export interface ReadEvent {
  readonly event: JsonObject
  /** Increases with each change of the event's content (wire.md §4, ETag). */
  readonly version: number
  /** Explanation of its ticket state (`presentExplanation`); null when it was not requested. */
  readonly explain: JsonObject | null
}

/** The result of a write of an event. `warnings` list the parts of the body that were ignored. */
export interface WrittenEvent {
  readonly outcome: "created" | "updated" | "unchanged"
  readonly event: JsonObject
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
