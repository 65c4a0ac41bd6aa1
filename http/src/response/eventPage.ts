import type { EventList } from "@agenda-engine/core/services/Events"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { json } from "./answer.js"

/** A page of events as lists answer it (wire.md §1). */
export const eventPage = (page: EventList): HttpServerResponse.HttpServerResponse =>
  json({
    total: page.total,
    events: page.events,
    after: page.after,
    sort: page.sort.length === 1 ? page.sort.join() : page.sort,
    ...(page.facets === null ? {} : { aggregations: page.facets }),
    success: true
  })
