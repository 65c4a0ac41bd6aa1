import type { Json, JsonObject } from "../domain/text/Json.js"

/** What a list of events has beside its events. */
export interface EventListFrame {
  /** Number of matching events, listed or not. */
  readonly total: number
  /** Cursor after the last event; null when no event follows. */
  readonly after: ReadonlyArray<string> | null
  /** The sort orders of the list, by precedence. */
  readonly sort: ReadonlyArray<string>
  /** The requested facets, by key; null when the request has none. */
  readonly facets: JsonObject | null
  /** The corrections of the search. */
  readonly corrected: ReadonlyArray<{ readonly word: string; readonly to: ReadonlyArray<string> }>
}

/** Parts of a list of events in JSON (wire.md §1), for streaming: what precedes the events and what follows them. */
export const eventListPieces = {
  first: ({ total }: Pick<EventListFrame, "total">): string => `{"total":${total},"events":[`,
  event: (event: Json): string => JSON.stringify(event),
  last: ({ after, corrected, facets, sort }: Omit<EventListFrame, "total">): string => {
    const rest = JSON.stringify({
      after,
      sort: sort.length === 1 ? sort.join() : sort,
      ...(facets === null ? {} : { aggregations: facets }),
      ...(corrected.length === 0 ? {} : { search: { corrected } }),
      success: true
    })
    return `],${rest.slice(1)}`
  }
} as const
