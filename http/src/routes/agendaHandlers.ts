import type { NotFound } from "@agenda-engine/core/domain/error/EngineError"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import { Access } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Api } from "../api/Api.js"
import { ResponseCache } from "../cache/ResponseCache.js"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { readAgendaQuery, readAgendaView } from "../query/agendaParameters.js"
import { readCaller } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"
import { answer, json, readOrRefuse } from "../response/answer.js"

/** Handlers of the agenda routes. */
export const agendaHandlers = HttpApiBuilder.group(Api, "agendas", (handlers) =>
  Effect.gen(function*() {
    const access = yield* Access
    const agendas = yield* Agendas
    const cache = yield* ResponseCache
    const limits = yield* CurrentLimits

    const search = (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function*() {
        const caller = yield* readCaller(access, request)
        const query = yield* readOrRefuse(readAgendaQuery((yield* CurrentRequest).query, yield* Clock.currentTimeMillis, limits))
        const page = yield* agendas.search(caller, query)
        return json({ total: page.total, agendas: page.agendas, after: page.after, success: true })
      })

    const get = (request: HttpServerRequest.HttpServerRequest, agenda: Effect.Effect<AgendaRef, NotFound>) =>
      Effect.gen(function*() {
        const caller = yield* readCaller(access, request)
        const view = yield* readOrRefuse(readAgendaView((yield* CurrentRequest).query))
        const authorization = yield* access.authorize(caller, yield* agenda, "agendas:read")
        yield* cache.store(request, authorization)
        return json(yield* agendas.get(authorization, view))
      })

    const getOwn = (request: HttpServerRequest.HttpServerRequest, agendaUid: string) =>
      Effect.gen(function*() {
        const caller = yield* readCaller(access, request)
        const view = yield* readOrRefuse(readAgendaView((yield* CurrentRequest).query))
        return json(yield* agendas.getOwn(caller, yield* readAgendaUid(agendaUid), view))
      })

    return handlers
      .handleRaw("searchAgendas", ({ request }) => answer(search(request)))
      .handleRaw("getAgenda", ({ path, request }) => answer(get(request, readAgendaUid(path.agendaUid))))
      .handleRaw("getOwnAgenda", ({ path, request }) => answer(getOwn(request, path.agendaUid)))
      .handleRaw("getAgendaBySlug", ({ path, request }) => answer(get(request, Effect.succeed({ _tag: "Slug", slug: path.slug }))))
  }))
