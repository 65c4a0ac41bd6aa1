import type { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import { mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import type { EventList } from "@agenda-engine/core/services/EventResult"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * The JSON body of a page (wire.md §1). It is written in slices, event by event: the events of a large page are
 * megabytes, and the length of an event says nothing of that of the next.
 */
const writePage = (page: EventList): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
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

/** Whole events, or summaries, above which a page is large. */
const wholeEvents_max = 20
const summaries_max = 100

/** Large pages that are made at once. Until its bytes are written, a page takes several times its size in memory. */
const largePages_max = 4

/** Limits how many large pages this process makes at once. A reference: without a layer there is one limit for all. */
class LargePages extends Context.Reference<LargePages>()("@agenda-engine/http/response/LargePages", {
  defaultValue: () => Effect.unsafeMakeSemaphore(largePages_max)
}) {}

/** The response to a list query, whose page `list` reads. Where it is large, it waits until few others are made. */
export const eventPage = <E, R>(
  { detailed, size }: Pick<EventQuery, "detailed" | "size">,
  list: Effect.Effect<EventList, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> => {
  const response = Effect.flatMap(list, writePage)
  return size <= (detailed ? wholeEvents_max : summaries_max)
    ? response
    : Effect.flatMap(LargePages, (pages) => pages.withPermits(1)(response))
}
