import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import type { RenderedList } from "@agenda-engine/core/services/event/RenderedLists"
import { unsafeMakeQueue } from "@agenda-engine/core/services/event/slowQueue"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { constantBody } from "./constantBody.js"

/** Responses with cached lists: each is encoded, digested and compressed once. */
const responses = new WeakMap<RenderedList, HttpServerResponse.HttpServerResponse>()

/** The response with a list (wire.md §1). */
const respond = (list: RenderedList): HttpServerResponse.HttpServerResponse => {
  const made = responses.get(list) ?? constantBody(HttpServerResponse.text(list.text, { contentType: "application/json" }))
  responses.set(list, made)
  return made
}

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
 * The response to a list query, whose page `list` reads and `onListed` gets. Where it is large, it waits until few
 * others are made, and fails with `Busy` where many wait.
 */
export const eventPage = <E, R>(
  { detailed, size }: Pick<EventQuery, "detailed" | "size">,
  list: Effect.Effect<RenderedList, E, R>,
  onListed: (list: RenderedList) => void = () => {}
): Effect.Effect<HttpServerResponse.HttpServerResponse, E | StoreError, R> => {
  const response = Effect.map(list, (made) => {
    onListed(made)
    return respond(made)
  })
  return size <= (detailed ? wholeEvents_max : summaries_max)
    ? response
    : Effect.flatMap(LargePages, (inQueue) => inQueue(response))
}
