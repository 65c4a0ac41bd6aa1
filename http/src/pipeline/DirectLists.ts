import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import { CurrentImageBase } from "@agenda-engine/core/domain/media/Image"
import { Events } from "@agenda-engine/core/services/Events"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type CachedAuthorization, parseListRequest } from "../cache/CachedAuthorization.js"
import { type ReadyResponse, ResponseCache } from "../cache/ResponseCache.js"
import { baseOf, type RawRequest, requestLineBytes } from "../context/readFacts.js"
import { CurrentSettings } from "../HttpSettings.js"
import { eventParameters } from "../query/eventParameters.js"
import { parseQueryString } from "../query/parseQueryString.js"
import { readEventQuery } from "../query/readEventQuery.js"
import { eventPage } from "../response/eventPage.js"
import type { Failure } from "../response/respondFailure.js"
import { addCommonHeaders } from "./addCommonHeaders.js"
import { Compressor } from "./Compressor.js"
import { encodeResponse } from "./encodeResponse.js"

/**
 * Answers lists of events from a cached authorization, without routing, authentication or Effect platform's request
 * object. The response equals the one of the route: the same services make it.
 */
export class DirectLists extends Context.Tag("@agenda-engine/http/pipeline/DirectLists")<DirectLists, {
  /** The cached authorization for a list request; null when the route has to answer. The caller must revalidate it. */
  readonly find: (request: RawRequest) => CachedAuthorization | null
  /**
   * The response to a list request whose authorization is valid; `id` is the request id. On failure, fall back to the
   * route.
   */
  readonly answer: (request: RawRequest, authorization: CachedAuthorization, id: string) => Effect.Effect<ReadyResponse, Failure>
}>() {
  /** Lists over the engine's `Events`. */
  static readonly layer: Layer.Layer<DirectLists, never, Events | ResponseCache> = Layer.effect(DirectLists, Effect.suspend(() => make))
}

const headerOf = ({ headers }: RawRequest, name: string): string | undefined => {
  const { [name]: value } = headers
  return value === undefined ? undefined : String(value)
}

const make = Effect.gen(function*() {
  const events = yield* Events
  const cache = yield* ResponseCache
  const settings = yield* CurrentSettings
  const limits = yield* CurrentLimits
  const compress = yield* Compressor
  const parameters = eventParameters(limits)

  return DirectLists.of({
    find: (request) => requestLineBytes(request) > settings.requestLine_bytes_max ? null : cache.findAuthorization(request),

    answer: Effect.fnUntraced(function*(request, { asOf, snapshot }, id) {
      const { path = "", queryString = "" } = parseListRequest(request) ?? {}
      const query = readEventQuery(parseQueryString(queryString), yield* Clock.currentTimeMillis, parameters, limits)
      const page = Effect.provideService(
        events.listFor(snapshot.authorization, query, asOf),
        CurrentImageBase,
        settings.imagesUrl ?? `${baseOf(request, settings)}/images/`
      )
      const negotiation = {
        method: "GET",
        headers: { "accept-encoding": headerOf(request, "accept-encoding"), "if-none-match": headerOf(request, "if-none-match") }
      }
      const response = yield* encodeResponse(negotiation, yield* eventPage(query, page), settings, compress)
      const { body, headers, status } = addCommonHeaders(response, { path, origin: headerOf(request, "origin"), id }, settings)
      cache.noteRequest(request)
      return { status, headers, body: body._tag === "Uint8Array" ? body.body : null }
    })
  })
})
