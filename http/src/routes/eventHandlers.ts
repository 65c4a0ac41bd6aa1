import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import { Access } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import { Idempotency } from "@agenda-engine/core/services/Idempotency"
import { PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as Effect from "effect/Effect"
import { Api } from "../api/Api.js"
import { ResponseCache } from "../cache/ResponseCache.js"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { readExportFormat } from "../query/exportFormat.js"
import { readEventUid } from "../request/readPath.js"
import { answer } from "../response/answer.js"
import { respondInvalidRows } from "../response/respondFailure.js"
import { eventRoutes } from "./eventRoutes.js"
import { exportRoute } from "./exportRoutes.js"
import { structuredDataRoute } from "./structuredDataRoute.js"
import { suggestRoute } from "./suggestRoute.js"

const bySlug = (slug: string): Effect.Effect<EventRef> => Effect.succeed({ _tag: "Slug", slug })

const byExtId = (path: { readonly key: string; readonly value: string }): Effect.Effect<EventRef> =>
  Effect.succeed({ _tag: "ExtId", key: path.key, value: path.value })

/** Handlers of the event routes. */
export const eventHandlers = HttpApiBuilder.group(Api, "events", (handlers) =>
  Effect.gen(function*() {
    const access = yield* Access
    const cache = yield* ResponseCache
    const routes = eventRoutes(access, cache, yield* Events, yield* Idempotency, yield* CurrentLimits)
    const exported = yield* exportRoute
    const publications = yield* PublishedEvents
    const structured = structuredDataRoute(access, cache, publications)
    const suggested = suggestRoute(access, cache, publications)

    return handlers
      .handleRaw("listEvents", ({ path, request }) =>
        answer(Effect.flatMap(CurrentRequest, ({ query }) => {
          const format = readExportFormat(query, request.headers["accept"] ?? "")
          return format === null ? routes.list(request, path.agendaUid) : exported(request, path.agendaUid, format)
        })))
      .handleRaw("suggestEvents", ({ path, request }) => answer(suggested(request, path.agendaUid)))
      .handleRaw("listPublicEvents", ({ request }) => answer(routes.listPublic(request)))
      .handleRaw("getEvent", ({ path, request }) => answer(routes.get(request, path.agendaUid, readEventUid(path.eventUid))))
      .handleRaw("getEventBySlug", ({ path, request }) => answer(routes.get(request, path.agendaUid, bySlug(path.slug))))
      .handleRaw("getEventByExtId", ({ path, request }) => answer(routes.get(request, path.agendaUid, byExtId(path))))
      .handleRaw("getStructuredData", ({ path, request }) => answer(structured(request, path.agendaUid, readEventUid(path.eventUid))))
      .handleRaw("createEvent", ({ path, request }) => answer(routes.post(request, path.agendaUid)))
      .handleRaw("replaceEvent", ({ path, request }) => answer(routes.replace(request, path.agendaUid, readEventUid(path.eventUid))))
      .handleRaw("replaceEventByPost", ({ path, request }) => answer(routes.replace(request, path.agendaUid, readEventUid(path.eventUid))))
      .handleRaw("patchEvent", ({ path, request }) => answer(routes.patch(request, path.agendaUid, readEventUid(path.eventUid))))
      .handleRaw("patchAvailability", ({ path, request }) =>
        answer(routes.patchAvailability(request, path.agendaUid, readEventUid(path.eventUid)), respondInvalidRows))
      .handleRaw("deleteEvent", ({ path, request }) =>
        answer(routes.remove(request, path.agendaUid, readEventUid(path.eventUid))))
      .handleRaw("upsertEvent", ({ path, request }) => answer(routes.upsert(request, path.agendaUid, path)))
      .handleRaw("upsertEventByPost", ({ path, request }) => answer(routes.upsert(request, path.agendaUid, path)))
      .handleRaw("patchEventByExtId", ({ path, request }) => answer(routes.patch(request, path.agendaUid, byExtId(path))))
      .handleRaw("patchAvailabilityByExtId", ({ path, request }) =>
        answer(routes.patchAvailability(request, path.agendaUid, byExtId(path)), respondInvalidRows))
      .handleRaw("deleteEventByExtId", ({ path, request }) =>
        answer(routes.remove(request, path.agendaUid, byExtId(path))))
  }))
