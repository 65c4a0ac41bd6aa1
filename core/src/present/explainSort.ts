import type { JsonObject } from "../domain/Json.js"
import type { EventSort } from "../query/EventQuery.js"
import type { EventHit } from "../query/QueryPlan.js"

/** What an event was sorted by, in the order in which the sort applies it (service.md, includeSort). `asOf` is the plan's. */
export const explainSort = (_sort: EventSort, _hit: EventHit, _asOf: number): ReadonlyArray<JsonObject> => []
