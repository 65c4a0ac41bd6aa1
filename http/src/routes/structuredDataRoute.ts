import type { NotFound } from "@agenda-engine/core/domain/error/EngineError"
import { scriptJson } from "@agenda-engine/core/domain/text/escapeHtml"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import type { Access } from "@agenda-engine/core/services/Access"
import type { PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ResponseCache } from "../cache/ResponseCache.js"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { agendaUrlOf } from "../pages/readAddress.js"
import { readStructuredDataQuery } from "../query/structuredDataParameters.js"
import { readReader } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"
import { readOrRefuse } from "../response/answer.js"

/** Returns the schema.org graph of an event (wire.md §8, Structured data). */
export const structuredDataRoute = (
  access: Context.Tag.Service<Access>,
  cache: Context.Tag.Service<ResponseCache>,
  publications: Context.Tag.Service<PublishedEvents>
) =>
  Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, agendaUid: string, event: Effect.Effect<EventRef, NotFound>) {
    const { base, query } = yield* CurrentRequest
    const caller = yield* readReader(access, request)
    const agenda = yield* readAgendaUid(agendaUid)
    const ref = yield* event
    const authorization = yield* access.authorize(caller, agenda, "events:read", ref)
    yield* cache.store(request, authorization, ref)
    const languages = yield* readOrRefuse(readStructuredDataQuery(query))
    const graph = yield* publications.structuredData(authorization, ref, { languages, agendaUrl: agendaUrlOf(base) })
    return HttpServerResponse.text(scriptJson(graph), { contentType: "application/ld+json" })
  })
