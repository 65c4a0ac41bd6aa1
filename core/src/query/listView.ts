import type { EventQuery } from "./EventQuery.js"
import type { EventView } from "./EventView.js"

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
