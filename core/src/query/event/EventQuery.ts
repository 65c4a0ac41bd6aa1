import type { EventFilter } from "./eventFilters.js"
import type { EventSort } from "./EventSort.js"
import type { EventView } from "./EventView.js"
import type { FacetQuery } from "./FacetQuery.js"

/** Which records to list: live events, tombstones, or both (service.md, Removal). */
export type RemovedFilter = "without" | "only" | "with"

/** Start of a page: the beginning, after a cursor, or at an offset. */
export type PageStart =
  | { readonly _tag: "First" }
  | { readonly _tag: "After"; readonly cursor: ReadonlyArray<string> }
  | { readonly _tag: "From"; readonly skip: number }

/** An event list as requested, before the clock and the caller are taken into account. */
export interface EventQuery extends EventView {
  readonly filter: EventFilter
  readonly removed: RemovedFilter
  /** Sorts in order of precedence. When empty, the list is ordered by score with a search and by time without one. */
  readonly sort: ReadonlyArray<EventSort>
  readonly start: PageStart
  /** Maximum number of events on the page; 0 returns only the total and the facets. */
  readonly size: number
  /** Whether each event includes its sort values. */
  readonly includeSort: boolean
  readonly facets: ReadonlyArray<FacetQuery>
  /** The parameter name that each filter was sent under, where it differs from the name of the filter. */
  readonly names?: { readonly [filter: string]: string }
}

/**
 * The view of a list. A list that includes tombstones uses the detailed form, and always includes the tombstone members
 * `uid`, `removed` and `updatedAt` (wire.md §5, Removal and synchronisation).
 */
export const listView = (query: EventQuery): EventView => {
  const view = query.removed === "with" ? { ...query, detailed: true } : query
  return query.fields === undefined || query.removed === "without"
    ? view
    : { ...view, fields: { ...query.fields, uid: "whole", removed: "whole", updatedAt: "whole" } }
}
