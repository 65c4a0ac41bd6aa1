import type { WrittenAvailability, WrittenEvent } from "@agenda-engine/core/contract/EventResult"
import { rawBody } from "@agenda-engine/core/contract/RawBody"
import type { NotFound } from "@agenda-engine/core/domain/error/EngineError"
import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { JsonObject } from "@agenda-engine/core/domain/text/Json"
import { scriptJson } from "@agenda-engine/core/domain/text/markupText"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import { makePacer } from "@agenda-engine/core/schedule/timeSlices"
import type { Access, Authorization } from "@agenda-engine/core/services/Access"
import { type RenderedLists, renderList } from "@agenda-engine/core/services/event/RenderedLists"
import type { Events } from "@agenda-engine/core/services/Events"
import type { Idempotency, RecordAnswer } from "@agenda-engine/core/services/Idempotency"
import type { PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import type { Revisions } from "@agenda-engine/core/services/Revisions"
import { suggestEvents } from "@agenda-engine/core/services/suggest/suggestions"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ResponseCache } from "../cache/ResponseCache.js"
import { agendaUrlOf } from "../context/feedAddress.js"
import { type EventParameters, eventParameters, publicEventParameters, readStructuredDataQuery } from "../query/eventParameters.js"
import { readSingleEventView } from "../query/eventViewParameters.js"
import { readExportFormat } from "../query/exportFormat.js"
import type { QueryTree } from "../query/parseQueryString.js"
import { isPostedQuery, postedQuery_bytes_max, readPostedQuery } from "../query/postedQuery.js"
import { readEventQuery } from "../query/readEventQuery.js"
import { readSuggest } from "../query/suggestParameters.js"
import type { ApiRequest } from "../request/ApiRequest.js"
import type { GroupHandlers, Handle } from "../request/Handle.js"
import { authorizeReader, readAsReader, readReader } from "../request/readCaller.js"
import { readSmallJson } from "../request/readEntity.js"
import { versionsIn } from "../request/readIfMatch.js"
import { readAgendaUid, readEventUid } from "../request/readPath.js"
import { ignoredFiles, readDelete, readWrite, type Write } from "../request/readWrite.js"
import { json, readOrRefuse, suggestionList, withWarnings } from "../response/answer.js"
import { tagOfRead, versioned } from "../response/entityTag.js"
import { eventPage } from "../response/eventPage.js"
import { presentIssues } from "../response/presentProblem.js"
import { Refusal } from "../response/Refusal.js"
import { respondInvalidRows } from "../response/respondFailure.js"
import type { SharedParts } from "../response/SharedParts.js"
import { exportRoute } from "./exportRoutes.js"
import { withIdempotencyKey } from "./withIdempotencyKey.js"

/** The event that the path of a request names. */
type Named = (request: ApiRequest) => Effect.Effect<EventRef, NotFound>

const byUid: Named = ({ params }) => readEventUid(params.eventUid)

const bySlug: Named = ({ params: { slug = "" } }) => Effect.succeed({ _tag: "Slug", slug })

const byExtId: Named = ({ params: { key = "", value = "" } }) => Effect.succeed({ _tag: "ExtId", key, value })

const written = ({ base, params }: ApiRequest) =>
(
  { event, outcome, version, warnings }: WrittenEvent
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.gen(function*() {
    const pace = yield* makePacer
    const etag = yield* tagOfRead({ event }, version)
    yield* pace
    return json(withWarnings({ success: true, event }, warnings), {
      etag,
      ...(outcome === "created" ? { location: `${base}/v2/agendas/${params.agendaUid}/events/${JSON.stringify(event["uid"])}` } : {})
    })
  })

/** Options that the service takes beside the body. */
const optionsOf = ({ files, ifMatch, lang }: Write, keep: RecordAnswer<WrittenEvent>) => ({
  lang,
  files,
  expected: versionsIn(ifMatch),
  keep
})

const availabilityWritten = (more: ReadonlyArray<Issue>, limits: Limits) => ({ applied, skipped, warnings }: WrittenAvailability) =>
  Effect.succeed(
    json(
      withWarnings({ success: true, applied, written: applied.length, errors: presentIssues(skipped, limits) }, [...warnings, ...more])
    )
  )

/** Services that the event routes need. */
export interface EventServices {
  readonly access: Context.Tag.Service<Access>
  readonly cache: Context.Tag.Service<ResponseCache>
  readonly events: Context.Tag.Service<Events>
  readonly retries: Context.Tag.Service<Idempotency>
  readonly lists: Context.Tag.Service<RenderedLists>
  readonly parts: SharedParts
  readonly publications: Context.Tag.Service<PublishedEvents>
  readonly revisions: Context.Tag.Service<Revisions>
  readonly limits: Limits
}

/** The event routes by the names of the contract: each parses a request, calls the service and writes the response. */
export const eventRoutes = (services: EventServices) => {
  const { access, cache, events, limits, lists, publications, retries } = services
  const once = withIdempotencyKey(retries)
  const parameters = eventParameters(limits)
  // Parameters of a single agenda are parsed too, so that the service can refuse them by name.
  const publicParameters = { ...parameters, ...publicEventParameters(limits) }
  const exported = exportRoute(services)

  const asked = ({ query }: ApiRequest, parameters: EventParameters, posted: QueryTree = {}) =>
    Effect.map(Clock.currentTimeMillis, (now) => readEventQuery({ ...query, ...posted }, now, parameters, limits))

  const askedRead = ({ params }: ApiRequest) => ({ agenda: readAgendaUid(params.agendaUid), operation: "events:read" }) as const

  const authorizeRead = (request: ApiRequest) => authorizeReader(access, request, askedRead(request))

  /** Authorizes a read of one event, the only one that the response shows. */
  const authorizeOne = (request: ApiRequest, named: Named) => {
    const agenda = readAgendaUid(request.params.agendaUid)
    const operation = "events:read"
    return Effect.matchEffect(named(request), {
      onFailure: (missing) =>
        Effect.zipRight(authorizeReader(access, request, { agenda: Effect.zipRight(agenda, missing), operation }), missing),
      onSuccess: (ref) =>
        Effect.flatMap(
          authorizeReader(access, request, { agenda, operation }),
          (authorization) => Effect.as(cache.store(request, authorization, ref), { authorization, ref })
        )
    })
  }

  const permitNew = (authorization: Authorization<"events:write">) => events.permitWrite(authorization, null)
  const permitTo = (event: Effect.Effect<EventRef, NotFound>) => (authorization: Authorization<"events:write">) =>
    Effect.flatMap(event, (ref) => events.permitWrite(authorization, ref))

  const list: Handle = (request) =>
    readAsReader(access, request, askedRead(request), (authorization) =>
      Effect.gen(function*() {
        yield* cache.store(request, authorization)
        const query = yield* asked(request, parameters)
        return yield* eventPage(query, lists.list(authorization, query), ({ shown }) => cache.shows(request, shown))
      }))

  const listPosted = Effect.fnUntraced(function*(request: ApiRequest, authorization: Authorization<"events:read">, posted: JsonObject) {
    if (new TextEncoder().encode(JSON.stringify(posted)).length > postedQuery_bytes_max) {
      return yield* new Refusal({ kind: "content-too-large", message: `a posted query holds at most ${postedQuery_bytes_max} bytes` })
    }
    const query = yield* asked(request, parameters, readPostedQuery(posted))
    return yield* eventPage(query, lists.list(authorization, query))
  })

  const get = (named: Named): Handle =>
    Effect.fnUntraced(function*(request) {
      const { authorization, ref } = yield* authorizeOne(request, named)
      const found = yield* events.get(authorization, ref, readSingleEventView(request.query))
      if (ref._tag !== "Uid") cache.shows(request, found.event.uid === undefined ? null : [found.event.uid])
      const explained = found.explain === null ? {} : { explain: found.explain }
      return versioned(json({ success: true, event: found.event, ...explained }), found.version)
    })

  /** Creates an event, or answers the list that the body asks for. Who may read but not write may only list. */
  const post: Handle = Effect.fnUntraced(function*(request) {
    const write = yield* Effect.either(readWrite(access, request, "events:write", permitNew))
    if (Either.isRight(write)) {
      const { right } = write
      if (isPostedQuery(right.body, parameters)) return yield* listPosted(request, yield* authorizeRead(request), right.body)
      return yield* once(
        request,
        right.idempotentRequest,
        (keep) => events.create(right.authorization, rawBody(right.body), optionsOf(right, keep)),
        written(request)
      )
    }
    const refusal = write.left
    if (refusal._tag !== "Unauthorized" && refusal._tag !== "Forbidden") return yield* refusal
    // Before the body is read: those who may not even list send nothing that is read.
    const authorization = yield* Effect.mapError(
      authorizeRead(request),
      (failure) => failure._tag === "StoreError" ? failure : refusal
    )
    const body = yield* readSmallJson(request, postedQuery_bytes_max)
    return yield* isPostedQuery(body, parameters) ? listPosted(request, authorization, body) : refusal
  })

  const update = (operation: "patch" | "replace", named: Named): Handle =>
    Effect.fnUntraced(function*(request) {
      const write = yield* readWrite(access, request, "events:write", permitTo(named(request)))
      const event = yield* named(request)
      return yield* once(
        request,
        write.idempotentRequest,
        (keep) => events[operation](write.authorization, event, rawBody(write.body), optionsOf(write, keep)),
        written(request)
      )
    })

  const upsert: Handle = Effect.fnUntraced(function*(request) {
    const write = yield* readWrite(access, request, "events:write", permitNew)
    const { key = "", value = "" } = request.params
    return yield* once(
      request,
      write.idempotentRequest,
      (keep) => events.upsert(write.authorization, { key, value }, rawBody(write.body), optionsOf(write, keep)),
      written(request)
    )
  })

  const patchAvailability = (named: Named): Handle => (request) =>
    Effect.gen(function*() {
      const write = yield* readWrite(access, request, "events:write", permitTo(named(request)))
      const event = yield* named(request)
      return yield* once(
        request,
        write.idempotentRequest,
        (keep: RecordAnswer<WrittenAvailability>) =>
          events.patchAvailability(write.authorization, event, rawBody(write.body), { expected: versionsIn(write.ifMatch), keep }),
        availabilityWritten(ignoredFiles(write), limits),
        respondInvalidRows(request)
      )
    }).pipe(Effect.catchAll(respondInvalidRows(request)))

  const remove = (named: Named): Handle =>
    Effect.fnUntraced(function*(request) {
      const { authorization, ifMatch, idempotentRequest } = yield* readDelete(access, request, "events:write", permitTo(named(request)))
      const event = yield* named(request)
      return yield* once(
        request,
        idempotentRequest,
        (keep: RecordAnswer<JsonObject>) => events.remove(authorization, event, { expected: versionsIn(ifMatch), keep }),
        (removed) => Effect.succeed(json({ success: true, event: removed }))
      )
    })

  /** The schema.org graph of an event (wire.md §8, Structured data). */
  const getStructuredData: Handle = Effect.fnUntraced(function*(request) {
    const { authorization, ref } = yield* authorizeOne(request, byUid)
    const languages = yield* readOrRefuse(readStructuredDataQuery(request.query))
    const graph = yield* publications.structuredData(authorization, ref, { languages, agendaUrl: agendaUrlOf(request.base) })
    return HttpServerResponse.text(scriptJson(graph), { contentType: "application/ld+json" })
  })

  const suggestEventsOfAgenda: Handle = Effect.fnUntraced(function*(request) {
    const authorization = yield* authorizeRead(request)
    yield* cache.store(request, authorization)
    const { search, size } = yield* readOrRefuse(readSuggest(request.query))
    return suggestionList(yield* suggestEvents(publications, authorization, search, size))
  })

  return {
    listEvents: (request) => {
      const format = readExportFormat(request.query, request.headers["accept"] ?? "")
      return format === null ? list(request) : exported(format)(request)
    },
    suggestEvents: suggestEventsOfAgenda,
    listPublicEvents: Effect.fnUntraced(function*(request) {
      const caller = yield* readReader(access, request)
      const query = yield* asked(request, publicParameters)
      return yield* eventPage(query, Effect.flatMap(events.listPublic(caller, query), renderList))
    }),
    getEvent: get(byUid),
    getEventBySlug: get(bySlug),
    getEventByExtId: get(byExtId),
    getStructuredData,
    createEvent: post,
    replaceEvent: update("replace", byUid),
    replaceEventByPost: update("replace", byUid),
    patchEvent: update("patch", byUid),
    patchAvailability: patchAvailability(byUid),
    deleteEvent: remove(byUid),
    upsertEvent: upsert,
    upsertEventByPost: upsert,
    patchEventByExtId: update("patch", byExtId),
    patchAvailabilityByExtId: patchAvailability(byExtId),
    deleteEventByExtId: remove(byExtId)
  } satisfies GroupHandlers<"events">
}
