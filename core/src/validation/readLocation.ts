import type { Issue } from "../domain/Issue.js"
import type { Json } from "../domain/Json.js"
import type { Limits } from "../domain/Limits.js"
import type { LocationContent } from "../domain/Location.js"

/** What a location's body is read against. */
export interface LocationReadingContext {
  readonly mode: "create" | "replace"
  /** The language that the request names for plain strings. */
  readonly lang: string | null
  /** The agenda's default language. */
  readonly defaultLang: string | null
  readonly limits: Limits
}

/** A location's body, read. The draft is whole, and only to be used when there are no issues. */
export interface LocationReading {
  readonly draft: LocationContent
  readonly issues: ReadonlyArray<Issue>
  readonly warnings: ReadonlyArray<Issue>
}
declare const todo: LocationReading
/** Reads a location from a request body and finds every fault in it (wire.md §5, Locations). */
export const readLocation = (_body: Json, _context: LocationReadingContext): LocationReading => todo
