import type { Event } from "../domain/Event.js"
import type { Issue } from "../domain/Issue.js"
import type { Json } from "../domain/Json.js"
import type { Limits } from "../domain/Limits.js"
import type { EventDraft } from "./EventDraft.js"

/** What a body is read against. */
export interface EventReadingContext {
  readonly mode: "create" | "replace" | "patch"
  /** The language that the request names for plain strings. */
  readonly lang: string | null
  /** The agenda's default language. */
  readonly defaultLang: string | null
  readonly limits: Limits
  /** The event that is changed; null on create. */
  readonly stored: Event | null
}

/** A body, read. The draft is only to be used when there are no issues. */
export interface EventReading {
  readonly draft: EventDraft
  /** Every fault of the body, at most `limits.issues_max` and then one `tooMany`. */
  readonly issues: ReadonlyArray<Issue>
  /** What of the body is left alone (`ignored`). */
  readonly warnings: ReadonlyArray<Issue>
}

/** Reads an event from a request body and finds every fault in it (wire.md §2, §4, §5). */
export const readEvent = (_body: Json, _context: EventReadingContext): EventReading => ({ draft: {}, issues: [], warnings: [] })
