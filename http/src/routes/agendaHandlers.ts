import type { Invalid, NotFound } from "@agenda-engine/core/domain/error/EngineError"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import { isJsonObject, type Json, type JsonObject } from "@agenda-engine/core/domain/text/Json"
import { type AgendaView, partsOfItem } from "@agenda-engine/core/query/agenda/AgendaView"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import { Access } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { suggestAgendas } from "@agenda-engine/core/services/suggest/suggestAgendas"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Api } from "../api/Api.js"
import { ResponseCache } from "../cache/ResponseCache.js"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { readAgendaQuery, readAgendaView, readSourceQuery } from "../query/agendaParameters.js"
import { readSuggest } from "../query/suggestParameters.js"
import { readCaller, readReader } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"
import { answer, json, readOrRefuse } from "../response/answer.js"
import { suggestionList } from "../response/suggestionList.js"

const schemaOnly: AgendaView = { detailed: false, fields: ["schema"] }
const summaryOnly: AgendaView = { detailed: false, fields: ["summary"] }
const itemWithSchema: AgendaView = { detailed: false, fields: [...partsOfItem(undefined), "schema"] }

const objectOf = (value: Json | undefined): JsonObject => isJsonObject(value) ? value : {}

const withSuccess = (part: Json | undefined): JsonObject => ({ success: true, ...objectOf(part) })

const schemaWithInfo = ({ schema, ...info }: JsonObject): JsonObject => ({ success: true, info, ...objectOf(schema) })

/** Handlers of the agenda routes. */
export const agendaHandlers = HttpApiBuilder.group(Api, "agendas", (handlers) =>
  Effect.gen(function*() {
    const access = yield* Access
    const agendas = yield* Agendas
    const cache = yield* ResponseCache
    const limits = yield* CurrentLimits

    const search = (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function*() {
        const caller = yield* readReader(access, request)
        // 401 and 403 take precedence over faults of the query string.
        yield* access.checkOperation(caller, "agendas:read")
        const query = yield* readOrRefuse(readAgendaQuery((yield* CurrentRequest).query, yield* Clock.currentTimeMillis, limits))
        const page = yield* agendas.search(caller, query)
        return json({ total: page.total, agendas: page.agendas, after: page.after, success: true })
      })

    const suggest = (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function*() {
        const caller = yield* readReader(access, request)
        yield* access.checkOperation(caller, "agendas:read")
        const { search, size } = yield* readOrRefuse(readSuggest((yield* CurrentRequest).query))
        return suggestionList(yield* suggestAgendas(agendas, caller, search, size))
      })

    const read = (
      request: HttpServerRequest.HttpServerRequest,
      agenda: Effect.Effect<AgendaRef, NotFound>,
      viewing: Effect.Effect<AgendaView, Invalid>,
      shape: (agenda: JsonObject) => JsonObject
    ) =>
      Effect.gen(function*() {
        const caller = yield* readReader(access, request)
        const authorization = yield* access.authorize(caller, yield* agenda, "agendas:read")
        yield* cache.store(request, authorization)
        return json(shape(yield* agendas.get(authorization, yield* viewing)))
      })

    const get = (request: HttpServerRequest.HttpServerRequest, agenda: Effect.Effect<AgendaRef, NotFound>) =>
      read(request, agenda, Effect.flatMap(CurrentRequest, ({ query }) => readOrRefuse(readAgendaView(query))), (found) => found)

    /** Reads an agenda in a fixed view: a part of it under a path of its own. */
    const getPart = (
      request: HttpServerRequest.HttpServerRequest,
      agendaUid: string,
      view: AgendaView,
      shape: (agenda: JsonObject) => JsonObject
    ) => answer(read(request, readAgendaUid(agendaUid), Effect.succeed(view), shape))

    const listSources = (request: HttpServerRequest.HttpServerRequest, agendaUid: string) =>
      Effect.gen(function*() {
        const caller = yield* readReader(access, request)
        const authorization = yield* access.authorize(caller, yield* readAgendaUid(agendaUid), "agendas:read")
        yield* cache.store(request, authorization)
        const sources = yield* agendas.sources(authorization)
        yield* readOrRefuse(readSourceQuery((yield* CurrentRequest).query, limits))
        return json({ total: sources.length, sources, after: null, success: true })
      })

    const getOwn = (request: HttpServerRequest.HttpServerRequest, agendaUid: string) =>
      Effect.gen(function*() {
        const caller = yield* readCaller(access, request)
        const view = readAgendaView((yield* CurrentRequest).query)
        // 403 and 404 take precedence over faults of the query string.
        const own = yield* agendas.getOwn(caller, yield* readAgendaUid(agendaUid), Either.getOrElse(view, () => ({ detailed: false })))
        yield* readOrRefuse(view)
        return json(own)
      })

    return handlers
      .handleRaw("searchAgendas", ({ request }) => answer(search(request)))
      .handleRaw("suggestAgendas", ({ request }) => answer(suggest(request)))
      .handleRaw("getAgenda", ({ path, request }) => answer(get(request, readAgendaUid(path.agendaUid))))
      .handleRaw("getAgendaSettings", ({ path, request }) => getPart(request, path.agendaUid, { detailed: true }, (found) => found))
      .handleRaw("getAgendaSchema", ({ path, request }) => getPart(request, path.agendaUid, itemWithSchema, schemaWithInfo))
      .handleRaw("getEventSchema", ({ path, request }) => getPart(request, path.agendaUid, schemaOnly, ({ schema }) => withSuccess(schema)))
      .handleRaw(
        "getAgendaSummary",
        ({ path, request }) => getPart(request, path.agendaUid, summaryOnly, ({ summary }) => withSuccess(summary))
      )
      .handleRaw("listSources", ({ path, request }) => answer(listSources(request, path.agendaUid)))
      .handleRaw("getOwnAgenda", ({ path, request }) => answer(getOwn(request, path.agendaUid)))
      .handleRaw("getAgendaBySlug", ({ path, request }) => answer(get(request, Effect.succeed({ _tag: "Slug", slug: path.slug }))))
  }))
