import type { NotFound } from "@agenda-engine/core/domain/EngineError"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import { Access } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import { Publications } from "@agenda-engine/core/services/Publications"
import { Retries } from "@agenda-engine/core/services/Retries"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { Api } from "../api/Api.js"
import { KeptReads } from "../front/KeptReads.js"
import { readCaller } from "../request/readCaller.js"
import { readAgendaUid, readEventUid } from "../request/readPath.js"
import { answer } from "../response/answer.js"
import { type Failure, respondRefusedRows } from "../response/respondFailure.js"
import { eventRoutes } from "./eventRoutes.js"
import { structuredDataRoute } from "./structuredDataRoute.js"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

const bySlug = (slug: string): Effect.Effect<EventRef> => Effect.succeed({ _tag: "Slug", slug })

const byExtId = (path: { readonly key: string; readonly value: string }): Effect.Effect<EventRef> =>
  Effect.succeed({ _tag: "ExtId", key: path.key, value: path.value })

/** Answers the routes of events. */
export const eventHandlers = HttpApiBuilder.group(Api, "events", (handlers) =>
  Effect.gen(function*() {
    const access = yield* Access
    const kept = yield* KeptReads
    const read = <R>(request: Request, agendaUid: string, route: Effect.Effect<Response, Failure, R>) =>
      answer(kept.keeping(request, readCaller(access, request), readAgendaUid(agendaUid), "events:read", route))
    /** A read that shows one event and no other. */
    const readOne = <R>(
      request: Request,
      agendaUid: string,
      event: Effect.Effect<EventRef, NotFound>,
      route: (request: Request, agendaUid: string, event: Effect.Effect<EventRef, NotFound>) => Effect.Effect<Response, Failure, R>
    ) =>
      answer(
        kept.keeping(
          request,
          readCaller(access, request),
          readAgendaUid(agendaUid),
          "events:read",
          route(request, agendaUid, event),
          event
        )
      )
    const routes = eventRoutes(access, yield* Events, yield* Retries, yield* CurrentLimits)
    const structured = structuredDataRoute(access, yield* Publications)

    return handlers
      .handleRaw("listEvents", ({ path, request }) => read(request, path.agendaUid, routes.list(request, path.agendaUid)))
      .handleRaw("listPublicEvents", ({ request }) => answer(routes.listPublic(request)))
      .handleRaw("getEvent", ({ path, request }) => readOne(request, path.agendaUid, readEventUid(path.eventUid), routes.get))
      .handleRaw("getEventBySlug", ({ path, request }) => readOne(request, path.agendaUid, bySlug(path.slug), routes.get))
      .handleRaw("getEventByExtId", ({ path, request }) => readOne(request, path.agendaUid, byExtId(path), routes.get))
      .handleRaw("getStructuredData", ({ path, request }) => readOne(request, path.agendaUid, readEventUid(path.eventUid), structured))
      .handleRaw("createEvent", ({ path, request }) => answer(routes.create(request, path.agendaUid)))
      .handleRaw("replaceEvent", ({ path, request }) => answer(routes.replace(request, path.agendaUid, readEventUid(path.eventUid))))
      .handleRaw("replaceEventByPost", ({ path, request }) => answer(routes.replace(request, path.agendaUid, readEventUid(path.eventUid))))
      .handleRaw("patchEvent", ({ path, request }) => answer(routes.patch(request, path.agendaUid, readEventUid(path.eventUid))))
      .handleRaw("patchAvailability", ({ path, request }) =>
        answer(routes.patchAvailability(request, path.agendaUid, readEventUid(path.eventUid)), respondRefusedRows))
      .handleRaw("deleteEvent", ({ path, request }) =>
        answer(routes.remove(request, path.agendaUid, readEventUid(path.eventUid))))
      .handleRaw("upsertEvent", ({ path, request }) => answer(routes.upsert(request, path.agendaUid, path)))
      .handleRaw("upsertEventByPost", ({ path, request }) => answer(routes.upsert(request, path.agendaUid, path)))
      .handleRaw("patchEventByExtId", ({ path, request }) => answer(routes.patch(request, path.agendaUid, byExtId(path))))
      .handleRaw("patchAvailabilityByExtId", ({ path, request }) =>
        answer(routes.patchAvailability(request, path.agendaUid, byExtId(path)), respondRefusedRows))
      .handleRaw("deleteEventByExtId", ({ path, request }) =>
        answer(routes.remove(request, path.agendaUid, byExtId(path))))
  }))
