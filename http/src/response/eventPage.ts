import type { EventList } from "@agenda-engine/core/contract/EventResult"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { eventListPieces } from "@agenda-engine/core/present/presentEventList"
import type { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import { mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import { unsafeMakeQueue } from "@agenda-engine/core/services/slowQueue"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Serializes a page as JSON (wire.md §1), in slices, event by event, because a large page has megabytes and the lengths
 * of events differ much.
 */
const writePage = (page: EventList): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(
    mapInSlices(page.events, eventListPieces.event),
    (events) =>
      HttpServerResponse.text(`${eventListPieces.first(page)}${events.join()}${eventListPieces.last(page)}`, {
        contentType: "application/json"
      })
  )

/** Whole events, or summaries, above which a page is large. */
const wholeEvents_max = 20
const summaries_max = 100

/** Maximum number of large pages serialized at once. Until it is written, a page takes several times its size. */
const largePages_max = 4

/** Large pages that may wait, and for how many seconds. */
const waitingPages_max = 100
const wait_seconds_max = 10

/** Limits the large pages that this process serializes at once. A reference, so that the default is one per process. */
class LargePages extends Context.Reference<LargePages>()("@agenda-engine/http/response/LargePages", {
  defaultValue: () => unsafeMakeQueue({ operation: "LargePages", atOnce: largePages_max, waiting_max: waitingPages_max, wait_seconds_max })
}) {}

/**
 * The response to a list query, whose page `list` reads. Where it is large, it waits until few others are made, and
 * fails with `Busy` where many wait.
 */
export const eventPage = <E, R>(
  { detailed, size }: Pick<EventQuery, "detailed" | "size">,
  list: Effect.Effect<EventList, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E | StoreError, R> => {
  const response = Effect.flatMap(list, writePage)
  return size <= (detailed ? wholeEvents_max : summaries_max)
    ? response
    : Effect.flatMap(LargePages, (inQueue) => inQueue(response))
}
