import type { NotFound } from "@agenda-engine/core/domain/EngineError"
import type { Issue } from "@agenda-engine/core/domain/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import type { Access } from "@agenda-engine/core/services/Access"
import type { EventList, Events, WrittenEvent } from "@agenda-engine/core/services/Events"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { type EventParameters, eventParameters, publicEventParameters } from "../query/eventParameters.js"
import { readEventQuery } from "../query/readEventQuery.js"
import { readSingleEventView } from "../query/readEventView.js"
import { readCaller } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"
import { readDelete, readWrite } from "../request/readWrite.js"
import { json, withWarnings } from "../response/answer.js"
import { versioned } from "../response/versioned.js"

type Request = HttpServerRequest.HttpServerRequest
type Named = Effect.Effect<EventRef, NotFound>

const written = (
  agendaUid: string,
  result: WrittenEvent,
  warnings: ReadonlyArray<Issue>
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(CurrentRequest, ({ base }) =>
    json(
      withWarnings({ success: true, event: result.event }, [...result.warnings, ...warnings]),
      result.outcome === "created" ? { location: `${base}/v2/agendas/${agendaUid}/events/${JSON.stringify(result.event["uid"])}` } : {}
    ))

const listed = (page: EventList): HttpServerResponse.HttpServerResponse =>
  json({
    total: page.total,
    events: page.events,
    after: page.after,
    sort: page.sort.length === 1 ? page.sort.join() : page.sort,
    ...(page.facets === null ? {} : { aggregations: page.facets }),
    success: true
  })

/** What each route of events does: read the request, ask the service, write the answer (wire.md §1). */
export const eventRoutes = (access: Context.Tag.Service<Access>, events: Context.Tag.Service<Events>, limits: Limits) => {
  const parameters = eventParameters(limits)
  // What belongs to one agenda is read, for the service to refuse it by name.
  const publicParameters = { ...parameters, ...publicEventParameters(limits) }
  const asked = Effect.fnUntraced(function*(parameters: EventParameters) {
    const { query } = yield* CurrentRequest
    return readEventQuery(query, yield* Clock.currentTimeMillis, parameters, limits)
  })
  return {
    list: Effect.fnUntraced(function*(request: Request, agendaUid: string) {
      const caller = yield* readCaller(access, request)
      return listed(yield* events.list(caller, yield* readAgendaUid(agendaUid), yield* asked(parameters)))
    }),
    listPublic: Effect.fnUntraced(function*(request: Request) {
      const caller = yield* readCaller(access, request)
      return listed(yield* events.listPublic(caller, yield* asked(publicParameters)))
    }),
    get: Effect.fnUntraced(function*(request: Request, agendaUid: string, event: Named) {
      const { query } = yield* CurrentRequest
      const caller = yield* readCaller(access, request)
      const found = yield* events.get(caller, yield* readAgendaUid(agendaUid), yield* event, readSingleEventView(query))
      return versioned(json({ success: true, event: found.event }), found.version)
    }),
    create: Effect.fnUntraced(function*(request: Request, agendaUid: string) {
      const { body, caller, lang, warnings } = yield* readWrite(access, request)
      return yield* written(agendaUid, yield* events.create(caller, yield* readAgendaUid(agendaUid), body, { lang }), warnings)
    }),
    replace: Effect.fnUntraced(function*(request: Request, agendaUid: string, event: Named) {
      const { body, caller, lang, warnings } = yield* readWrite(access, request)
      const agenda = yield* readAgendaUid(agendaUid)
      return yield* written(agendaUid, yield* events.replace(caller, agenda, yield* event, body, { lang }), warnings)
    }),
    patch: Effect.fnUntraced(function*(request: Request, agendaUid: string, event: Named) {
      const { body, caller, lang, warnings } = yield* readWrite(access, request)
      const agenda = yield* readAgendaUid(agendaUid)
      return yield* written(agendaUid, yield* events.patch(caller, agenda, yield* event, body, { lang }), warnings)
    }),
    upsert: Effect.fnUntraced(function*(request: Request, agendaUid: string, path: { readonly key: string; readonly value: string }) {
      const { body, caller, lang, warnings } = yield* readWrite(access, request)
      const extId = { key: path.key, value: path.value }
      return yield* written(agendaUid, yield* events.upsert(caller, yield* readAgendaUid(agendaUid), extId, body, { lang }), warnings)
    }),
    remove: Effect.fnUntraced(function*(request: Request, agendaUid: string, event: Named) {
      const caller = yield* readDelete(access, request)
      return json({ success: true, event: yield* events.remove(caller, yield* readAgendaUid(agendaUid), yield* event) })
    })
  }
}
