import type { Access } from "@agenda-engine/core/services/Access"
import type { PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import { suggestEvents } from "@agenda-engine/core/services/suggest/suggestEvents"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ResponseCache } from "../cache/ResponseCache.js"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { readSuggest } from "../query/suggestParameters.js"
import { readReader } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"
import { readOrRefuse } from "../response/answer.js"
import { suggestionList } from "../response/suggestionList.js"

/** The route of suggestions in an agenda. Responses are cached as lists are. */
export const suggestRoute = (
  access: Context.Tag.Service<Access>,
  cache: Context.Tag.Service<ResponseCache>,
  publications: Context.Tag.Service<PublishedEvents>
) =>
  Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, agendaUid: string) {
    const caller = yield* readReader(access, request)
    const authorization = yield* access.authorize(caller, yield* readAgendaUid(agendaUid), "events:read")
    yield* cache.store(request, authorization)
    const { search, size } = yield* readOrRefuse(readSuggest((yield* CurrentRequest).query))
    return suggestionList(yield* suggestEvents(publications, authorization, search, size))
  })
