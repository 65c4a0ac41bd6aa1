import { CurrentImageBase } from "@agenda-engine/core/domain/CurrentImageBase"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import { Events } from "@agenda-engine/core/services/Events"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CurrentSettings } from "../HttpSettings.js"
import { eventParameters } from "../query/eventParameters.js"
import { parseQueryString } from "../query/parseQueryString.js"
import { readEventQuery } from "../query/readEventQuery.js"
import { eventPage } from "../response/eventPage.js"
import type { Failure } from "../response/respondFailure.js"
import { Compressor } from "./Compressor.js"
import { dress } from "./dress.js"
import { askedList, type Entrance } from "./Entrance.js"
import { finish } from "./finish.js"
import { KeptReads, type ReadyAnswer } from "./KeptReads.js"
import { type RawRequest, requestLineBytes } from "./RawRequest.js"
import { baseOf } from "./readFacts.js"

/**
 * Makes lists of events for callers whose entrance is known: without asking again who they are, what the agenda is and when the page is of, and
 * without what the platform makes around a request. What is answered is what the route would answer, made by the same services.
 */
export class QuickLists extends Context.Tag("@agenda-engine/http/front/QuickLists")<QuickLists, {
  /** The entrance by which a list can be made; whether it still holds has to be asked. Null: the route has to answer. */
  readonly find: (request: RawRequest) => Entrance | null
  /** The answer to a request whose entrance holds; `id` names it. What fails is for the route to answer. */
  readonly answer: (request: RawRequest, entrance: Entrance, id: string) => Effect.Effect<ReadyAnswer, Failure>
}>() {
  /** Lists of the engine. */
  static readonly layer: Layer.Layer<QuickLists, never, Events | KeptReads> = Layer.effect(QuickLists, Effect.suspend(() => make))
}

const headerOf = ({ headers }: RawRequest, name: string): string | undefined => {
  const { [name]: value } = headers
  return value === undefined ? undefined : String(value)
}

const make = Effect.gen(function*() {
  const events = yield* Events
  const reads = yield* KeptReads
  const settings = yield* CurrentSettings
  const limits = yield* CurrentLimits
  const compress = yield* Compressor
  const parameters = eventParameters(limits)

  return QuickLists.of({
    find: (request) => requestLineBytes(request) > settings.requestLine_bytes_max ? null : reads.entered(request),

    answer: Effect.fnUntraced(function*(request, { asOf, mark }, id) {
      const { path = "", queryString = "" } = askedList(request) ?? {}
      const query = readEventQuery(parseQueryString(queryString), yield* Clock.currentTimeMillis, parameters, limits)
      const page = yield* Effect.provideService(
        events.listFor(mark.standing, query, asOf),
        CurrentImageBase,
        settings.imagesUrl ?? `${baseOf(request, settings)}/images/`
      )
      const accepting = {
        method: "GET",
        headers: { "accept-encoding": headerOf(request, "accept-encoding"), "if-none-match": headerOf(request, "if-none-match") }
      }
      const response = yield* finish(accepting, yield* eventPage(page), settings, compress)
      const { body, headers, status } = dress(response, { path, origin: headerOf(request, "origin"), id }, settings)
      reads.answered(request)
      return { status, headers, body: body._tag === "Uint8Array" ? body.body : null }
    })
  })
})
