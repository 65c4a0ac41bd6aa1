import type { JsonObject } from "../domain/text/Json.js"
import type { EventView } from "../query/event/EventView.js"

/** The view of events together with the request context. */
export interface EventViewing extends EventView {
  /** Epoch milliseconds. */
  readonly now: number
  /** URL prefix of images stored by this server; absent: none. */
  readonly imageBase?: string
  /** Default language of the agenda; the fallback of a monolingual view. */
  readonly defaultLang?: string
  /** Whether the caller may see `member`, `stateHistory` and all availability facts. */
  readonly privileged: boolean
  /** Whether to include `removed: false`. */
  readonly removedFlag: boolean
  /** Converts markdown to HTML, for additional fields of type html. */
  readonly toHtml: (markdown: string) => string
  /** Sort values of the event (`explainSort`); null unless requested. */
  readonly sort: ReadonlyArray<JsonObject> | null
}
