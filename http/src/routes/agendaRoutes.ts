import type { Invalid, NotFound } from "@agenda-engine/core/domain/error/EngineError"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import { isJsonObject, type Json, type JsonObject } from "@agenda-engine/core/domain/text/Json"
import { type AgendaView, partsOfItem } from "@agenda-engine/core/query/agenda/AgendaView"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import type { Access } from "@agenda-engine/core/services/Access"
import type { Agendas } from "@agenda-engine/core/services/Agendas"
import { suggestAgendas } from "@agenda-engine/core/services/suggest/suggestions"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ResponseCache } from "../cache/ResponseCache.js"
import { readAgendaQuery, readAgendaView, readSourceQuery } from "../query/agendaParameters.js"
import { readSuggest } from "../query/suggestParameters.js"
import type { ApiRequest } from "../request/ApiRequest.js"
import type { GroupHandlers, Handle } from "../request/Handle.js"
import { authorizeReader, readCaller, readReader } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"
import { json, readOrRefuse, suggestionList } from "../response/answer.js"

const schemaOnly: AgendaView = { detailed: false, fields: ["schema"] }
const summaryOnly: AgendaView = { detailed: false, fields: ["summary"] }
const itemWithSchema: AgendaView = { detailed: false, fields: [...partsOfItem(undefined), "schema"] }

const objectOf = (value: Json | undefined): JsonObject => isJsonObject(value) ? value : {}

const withSuccess = (part: Json | undefined): JsonObject => ({ success: true, ...objectOf(part) })

const schemaWithInfo = ({ schema, ...info }: JsonObject): JsonObject => ({ success: true, info, ...objectOf(schema) })

/** The agenda that the path of a request names. */
type Named = (request: ApiRequest) => Effect.Effect<AgendaRef, NotFound>

const byUid: Named = ({ params }) => readAgendaUid(params.agendaUid)

const bySlug: Named = ({ params: { slug = "" } }) => Effect.succeed({ _tag: "Slug", slug })

interface AgendaServices {
  readonly access: Context.Tag.Service<Access>
  readonly agendas: Context.Tag.Service<Agendas>
  readonly cache: Context.Tag.Service<ResponseCache>
  readonly limits: Limits
}

/** The agenda routes by the names of the contract. */
export const agendaRoutes = ({ access, agendas, cache, limits }: AgendaServices) => {
  const read = (
    named: Named,
    viewing: (request: ApiRequest) => Either.Either<AgendaView, Invalid>,
    shape: (agenda: JsonObject) => JsonObject = (found) => found
  ): Handle =>
    Effect.fnUntraced(function*(request) {
      const authorization = yield* authorizeReader(access, request, { agenda: named(request), operation: "agendas:read" })
      yield* cache.store(request, authorization)
      return json(shape(yield* agendas.get(authorization, yield* viewing(request))))
    })

  const asked = ({ query }: ApiRequest) => readOrRefuse(readAgendaView(query))

  /** Reads an agenda in a fixed view: a part of it under a path of its own. */
  const readPart = (view: AgendaView, shape?: (agenda: JsonObject) => JsonObject) => read(byUid, () => Either.right(view), shape)

  return {
    searchAgendas: Effect.fnUntraced(function*(request) {
      const caller = yield* readReader(access, request)
      // 401 and 403 take precedence over faults of the query string.
      yield* access.checkOperation(caller, "agendas:read")
      const query = yield* readOrRefuse(readAgendaQuery(request.query, yield* Clock.currentTimeMillis, limits))
      const page = yield* agendas.search(caller, query)
      return json({ total: page.total, agendas: page.agendas, after: page.after, success: true })
    }),
    suggestAgendas: Effect.fnUntraced(function*(request) {
      const caller = yield* readReader(access, request)
      yield* access.checkOperation(caller, "agendas:read")
      const { search, size } = yield* readOrRefuse(readSuggest(request.query))
      return suggestionList(yield* suggestAgendas(agendas, caller, search, size))
    }),
    getAgenda: read(byUid, asked),
    getAgendaSettings: readPart({ detailed: true }),
    getAgendaSchema: readPart(itemWithSchema, schemaWithInfo),
    getEventSchema: readPart(schemaOnly, ({ schema }) => withSuccess(schema)),
    getAgendaSummary: readPart(summaryOnly, ({ summary }) => withSuccess(summary)),
    listSources: Effect.fnUntraced(function*(request) {
      const authorization = yield* authorizeReader(access, request, { agenda: byUid(request), operation: "agendas:read" })
      yield* cache.store(request, authorization)
      const sources = yield* agendas.sources(authorization)
      yield* readOrRefuse(readSourceQuery(request.query, limits))
      return json({ total: sources.length, sources, after: null, success: true })
    }),
    getOwnAgenda: Effect.fnUntraced(function*(request) {
      const caller = yield* readCaller(access, request)
      const view = readAgendaView(request.query)
      // 403 and 404 take precedence over faults of the query string.
      const own = yield* agendas.getOwn(caller, yield* byUid(request), Either.getOrElse(view, () => ({ detailed: false })))
      yield* readOrRefuse(view)
      return json(own)
    }),
    getAgendaBySlug: read(bySlug, asked)
  } satisfies GroupHandlers<"agendas">
}
