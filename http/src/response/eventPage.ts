import { mapInSlices } from "@agenda-engine/core/ports/slices"
import type { EventList } from "@agenda-engine/core/services/Events"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"

/** A page of events as lists answer it (wire.md §1). It is written in slices: the events of a large page are megabytes. */
export const eventPage = (page: EventList): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(mapInSlices(page.events, (event) => JSON.stringify(event)), (events) => {
    const rest = JSON.stringify({
      after: page.after,
      sort: page.sort.length === 1 ? page.sort.join() : page.sort,
      ...(page.facets === null ? {} : { aggregations: page.facets }),
      success: true
    })
    const text = `{"total":${page.total},"events":[${events.join()}],${rest.slice(1)}`
    return HttpServerResponse.text(text, { contentType: "application/json" })
  })
