import type { NotFound } from "@agenda-engine/core/domain/EngineError"
import type { ExtId } from "@agenda-engine/core/domain/Event"
import type { Issue } from "@agenda-engine/core/domain/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { LocationRef } from "@agenda-engine/core/record/LocationRecord"
import type { Access } from "@agenda-engine/core/services/Access"
import type { Locations, WrittenLocation } from "@agenda-engine/core/services/Locations"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { readLocationQuery } from "../query/readLocationQuery.js"
import { readCaller } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"
import { readDelete, readWrite } from "../request/readWrite.js"
import { json, readOrRefuse, withWarnings } from "../response/answer.js"

type Request = HttpServerRequest.HttpServerRequest
type Named = Effect.Effect<LocationRef, NotFound>

const written = (
  agendaUid: string,
  { location, outcome, warnings }: WrittenLocation,
  more: ReadonlyArray<Issue>
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(CurrentRequest, ({ base }) =>
    json(
      withWarnings({ success: true, location }, [...warnings, ...more]),
      outcome === "created" ? { location: `${base}/v2/agendas/${agendaUid}/locations/${JSON.stringify(location["uid"])}` } : {}
    ))

/** What each route of locations does: read the request, ask the service, write the answer (wire.md §1). */
export const locationRoutes = (access: Context.Tag.Service<Access>, locations: Context.Tag.Service<Locations>, limits: Limits) => ({
  list: Effect.fnUntraced(function*(request: Request, agendaUid: string) {
    const caller = yield* readCaller(access, request)
    const query = yield* readOrRefuse(readLocationQuery((yield* CurrentRequest).query, yield* Clock.currentTimeMillis, limits))
    const page = yield* locations.list(caller, yield* readAgendaUid(agendaUid), query)
    return json({ success: true, total: page.total, locations: page.locations, after: page.after })
  }),
  get: Effect.fnUntraced(function*(request: Request, agendaUid: string, location: Named) {
    const caller = yield* readCaller(access, request)
    return json({ success: true, location: yield* locations.get(caller, yield* readAgendaUid(agendaUid), yield* location) })
  }),
  create: Effect.fnUntraced(function*(request: Request, agendaUid: string) {
    const { body, caller, lang, warnings } = yield* readWrite(access, request)
    return yield* written(agendaUid, yield* locations.create(caller, yield* readAgendaUid(agendaUid), body, { lang }), warnings)
  }),
  replace: Effect.fnUntraced(function*(request: Request, agendaUid: string, location: Named) {
    const { body, caller, lang, warnings } = yield* readWrite(access, request)
    const agenda = yield* readAgendaUid(agendaUid)
    return yield* written(agendaUid, yield* locations.replace(caller, agenda, yield* location, body, { lang }), warnings)
  }),
  patch: Effect.fnUntraced(function*(request: Request, agendaUid: string, location: Named) {
    const { body, caller, lang, warnings } = yield* readWrite(access, request)
    const agenda = yield* readAgendaUid(agendaUid)
    return yield* written(agendaUid, yield* locations.patch(caller, agenda, yield* location, body, { lang }), warnings)
  }),
  upsert: Effect.fnUntraced(function*(request: Request, agendaUid: string, extId: ExtId) {
    const { body, caller, lang, warnings } = yield* readWrite(access, request)
    return yield* written(agendaUid, yield* locations.upsert(caller, yield* readAgendaUid(agendaUid), extId, body, { lang }), warnings)
  }),
  remove: Effect.fnUntraced(function*(request: Request, agendaUid: string, location: Named) {
    const { caller } = yield* readDelete(access, request)
    return json({ success: true, location: yield* locations.remove(caller, yield* readAgendaUid(agendaUid), yield* location) })
  })
})
