import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import { Access } from "@agenda-engine/core/services/Access"
import { Locations } from "@agenda-engine/core/services/Locations"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { Api } from "../api/Api.js"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { readLocationQuery } from "../query/readLocationQuery.js"
import { readCaller } from "../request/readCaller.js"
import { readAgendaUid, readLocationUid } from "../request/readPath.js"
import { readWrite } from "../request/readWrite.js"
import { answer, json, readOrRefuse, withWarnings } from "../response/answer.js"

/** Answers the routes of locations. */
export const locationHandlers = HttpApiBuilder.group(Api, "locations", (handlers) =>
  Effect.gen(function*() {
    const access = yield* Access
    const locations = yield* Locations
    const limits = yield* CurrentLimits

    return handlers
      .handleRaw("listLocations", ({ path, request }) =>
        answer(Effect.gen(function*() {
          const caller = yield* readCaller(access, request)
          const query = yield* readOrRefuse(readLocationQuery((yield* CurrentRequest).query, limits))
          const page = yield* locations.list(caller, yield* readAgendaUid(path.agendaUid), query)
          return json({ success: true, total: page.total, locations: page.locations, after: page.after })
        })))
      .handleRaw("getLocation", ({ path, request }) =>
        answer(Effect.gen(function*() {
          const caller = yield* readCaller(access, request)
          const agenda = yield* readAgendaUid(path.agendaUid)
          return json({ success: true, location: yield* locations.get(caller, agenda, yield* readLocationUid(path.locationUid)) })
        })))
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
