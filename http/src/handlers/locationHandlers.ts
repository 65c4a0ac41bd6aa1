import type { NotFound } from "@agenda-engine/core/domain/EngineError"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import type { LocationRef } from "@agenda-engine/core/record/LocationRecord"
import { Access } from "@agenda-engine/core/services/Access"
import { Locations } from "@agenda-engine/core/services/Locations"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Api } from "../api/Api.js"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { readLocationQuery } from "../query/readLocationQuery.js"
import { readCaller } from "../request/readCaller.js"
import { readAgendaUid, readLocationUid } from "../request/readPath.js"
import { readWrite } from "../request/readWrite.js"
import { answer, json, readOrRefuse, withWarnings } from "../response/answer.js"
import type { Failure } from "../response/respondFailure.js"
import { KnownAnswers } from "./KnownAnswers.js"

/** The key of an external identifier that is named by its value alone (wire.md §1). */
const defaultKey = "default"

const byExtId = (key: string, value: string): Effect.Effect<LocationRef> => Effect.succeed({ _tag: "ExtId", key, value })

/** Answers the routes of locations. */
export const locationHandlers = HttpApiBuilder.group(Api, "locations", (handlers) =>
  Effect.gen(function*() {
    const access = yield* Access
    const locations = yield* Locations
    const known = yield* KnownAnswers
    const limits = yield* CurrentLimits

    const read = <R>(
      request: HttpServerRequest.HttpServerRequest,
      agendaUid: string,
      route: Effect.Effect<HttpServerResponse.HttpServerResponse, Failure, R>
    ) => answer(known.orRead(request, readAgendaUid(agendaUid), "locations:read", route))

    const get = (request: HttpServerRequest.HttpServerRequest, agendaUid: string, named: Effect.Effect<LocationRef, NotFound>) =>
      read(
        request,
        agendaUid,
        Effect.gen(function*() {
          const caller = yield* readCaller(access, request)
          return json({ success: true, location: yield* locations.get(caller, yield* readAgendaUid(agendaUid), yield* named) })
        })
      )

    return handlers
      .handleRaw("listLocations", ({ path, request }) =>
        read(
          request,
          path.agendaUid,
          Effect.gen(function*() {
            const caller = yield* readCaller(access, request)
            const query = yield* readOrRefuse(readLocationQuery((yield* CurrentRequest).query, yield* Clock.currentTimeMillis, limits))
            const page = yield* locations.list(caller, yield* readAgendaUid(path.agendaUid), query)
            return json({ success: true, total: page.total, locations: page.locations, after: page.after })
          })
        ))
      .handleRaw("getLocation", ({ path, request }) => get(request, path.agendaUid, readLocationUid(path.locationUid)))
      .handleRaw("getLocationByExtId", ({ path, request }) => get(request, path.agendaUid, byExtId(path.key, path.value)))
      .handleRaw("getLocationByDefaultExtId", ({ path, request }) => get(request, path.agendaUid, byExtId(defaultKey, path.value)))
      .handleRaw("createLocation", ({ path, request }) =>
        answer(Effect.gen(function*() {
          const { body, caller, lang, warnings } = yield* readWrite(access, request)
          const made = yield* locations.create(caller, yield* readAgendaUid(path.agendaUid), body, { lang })
          const { base } = yield* CurrentRequest
          return json(
            withWarnings({ success: true, location: made.location }, [...made.warnings, ...warnings]),
            { location: `${base}/v2/agendas/${path.agendaUid}/locations/${JSON.stringify(made.location["uid"])}` }
          )
        })))
  }))
