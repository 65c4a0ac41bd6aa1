import type { WrittenAvailability, WrittenEvent } from "@agenda-engine/core/contract/EventResult"
import { rawBody } from "@agenda-engine/core/contract/RawBody"
import type { NotFound } from "@agenda-engine/core/domain/error/EngineError"
import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { JsonObject } from "@agenda-engine/core/domain/text/Json"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import { makePacer } from "@agenda-engine/core/schedule/timeSlices"
import type { Access, Authorization } from "@agenda-engine/core/services/Access"
import type { Events } from "@agenda-engine/core/services/Events"
import type { Idempotency, RecordAnswer } from "@agenda-engine/core/services/Idempotency"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { ResponseCache } from "../cache/ResponseCache.js"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { type EventParameters, eventParameters, publicEventParameters } from "../query/eventParameters.js"
import { readSingleEventView } from "../query/eventViewParameters.js"
import type { QueryTree } from "../query/parseQueryString.js"
import { isPostedQuery, postedQuery_bytes_max, readPostedQuery } from "../query/postedQuery.js"
import { readEventQuery } from "../query/readEventQuery.js"
import { readReader } from "../request/readCaller.js"
import { readSmallJson } from "../request/readEntity.js"
import { versionsIn } from "../request/readIfMatch.js"
import { readAgendaUid } from "../request/readPath.js"
import { ignoredFiles, readDelete, readWrite, type Write } from "../request/readWrite.js"
import { json, withWarnings } from "../response/answer.js"
import { tagOfRead, versioned } from "../response/entityTag.js"
import { eventPage } from "../response/eventPage.js"
import { presentIssues } from "../response/presentProblem.js"
import { Refusal } from "../response/Refusal.js"
import { respondInvalidRows } from "../response/respondFailure.js"
import { withIdempotencyKey } from "./withIdempotencyKey.js"

type Request = HttpServerRequest.HttpServerRequest
type Named = Effect.Effect<EventRef, NotFound>

const written = (agendaUid: string) =>
(
  { event, outcome, version, warnings }: WrittenEvent
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.gen(function*() {
    const { base } = yield* CurrentRequest
    const pace = yield* makePacer
    const etag = yield* tagOfRead({ event }, version)
    yield* pace
    return json(withWarnings({ success: true, event }, warnings), {
      etag,
      ...(outcome === "created" ? { location: `${base}/v2/agendas/${agendaUid}/events/${JSON.stringify(event["uid"])}` } : {})
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

/** The event routes: each parses the request, calls the service and writes the response (wire.md §1). */
export const eventRoutes = (
  access: Context.Tag.Service<Access>,
  cache: Context.Tag.Service<ResponseCache>,
  events: Context.Tag.Service<Events>,
  retries: Context.Tag.Service<Idempotency>,
  limits: Limits
) => {
  const once = withIdempotencyKey(retries)
  const parameters = eventParameters(limits)
  // Parameters of a single agenda are parsed too, so that the service can refuse them by name.
  const publicParameters = { ...parameters, ...publicEventParameters(limits) }
  const asked = Effect.fnUntraced(function*(parameters: EventParameters, posted: QueryTree = {}) {
    const { query } = yield* CurrentRequest
    return readEventQuery({ ...query, ...posted }, yield* Clock.currentTimeMillis, parameters, limits)
  })
  const permitNew = (authorization: Authorization<"events:write">) => events.permitWrite(authorization, null)
  const permitTo = (named: Named) => (authorization: Authorization<"events:write">) =>
    Effect.flatMap(named, (event) => events.permitWrite(authorization, event))
  const authorizeRead = Effect.fnUntraced(function*(request: Request, agendaUid: string) {
    const caller = yield* readReader(access, request)
    return yield* access.authorize(caller, yield* readAgendaUid(agendaUid), "events:read")
  })
  const listPosted = Effect.fnUntraced(function*(authorization: Authorization<"events:read">, posted: JsonObject) {
    if (new TextEncoder().encode(JSON.stringify(posted)).length > postedQuery_bytes_max) {
      return yield* new Refusal({ kind: "content-too-large", message: `a posted query holds at most ${postedQuery_bytes_max} bytes` })
    }
    const query = yield* asked(parameters, readPostedQuery(posted))
    return yield* eventPage(query, events.list(authorization, query))
  })
  const createWritten = (agendaUid: string, write: Write<"events:write">) =>
    once(
      write.idempotentRequest,
      (keep) => events.create(write.authorization, rawBody(write.body), optionsOf(write, keep)),
      written(agendaUid)
    )
  return {
    list: Effect.fnUntraced(function*(request: Request, agendaUid: string) {
      const caller = yield* readReader(access, request)
      const authorization = yield* access.authorize(caller, yield* readAgendaUid(agendaUid), "events:read")
      yield* cache.store(request, authorization)
      const query = yield* asked(parameters)
      return yield* eventPage(query, events.list(authorization, query))
    }),
    listPublic: Effect.fnUntraced(function*(request: Request) {
      const caller = yield* readReader(access, request)
      const query = yield* asked(publicParameters)
      return yield* eventPage(query, events.listPublic(caller, query))
    }),
    get: Effect.fnUntraced(function*(request: Request, agendaUid: string, event: Named) {
      const { query } = yield* CurrentRequest
      const caller = yield* readReader(access, request)
      const agenda = yield* readAgendaUid(agendaUid)
      const ref = yield* event
      const authorization = yield* access.authorize(caller, agenda, "events:read", ref)
      yield* cache.store(request, authorization, ref)
      const found = yield* events.get(authorization, ref, readSingleEventView(query))
      const explained = found.explain === null ? {} : { explain: found.explain }
      return versioned(json({ success: true, event: found.event, ...explained }), found.version)
    }),
    /** Creates an event, or answers the list that the body asks for. Who may read but not write may only list. */
    post: Effect.fnUntraced(function*(request: Request, agendaUid: string) {
      const write = yield* Effect.either(readWrite(access, request, agendaUid, "events:write", permitNew))
      if (Either.isRight(write)) {
        const { body } = write.right
        if (!isPostedQuery(body, parameters)) return yield* createWritten(agendaUid, write.right)
        return yield* listPosted(yield* authorizeRead(request, agendaUid), body)
      }
      const refusal = write.left
      if (refusal._tag !== "Unauthorized" && refusal._tag !== "Forbidden") return yield* refusal
      // Before the body is read: those who may not even list send nothing that is read.
      const authorization = yield* Effect.mapError(
        authorizeRead(request, agendaUid),
        (failure) => failure._tag === "StoreError" ? failure : refusal
      )
      const body = yield* readSmallJson(request, postedQuery_bytes_max)
      return yield* isPostedQuery(body, parameters) ? listPosted(authorization, body) : refusal
    }),
    replace: Effect.fnUntraced(function*(request: Request, agendaUid: string, named: Named) {
      const write = yield* readWrite(access, request, agendaUid, "events:write", permitTo(named))
      const event = yield* named
      return yield* once(
        write.idempotentRequest,
        (keep) => events.replace(write.authorization, event, rawBody(write.body), optionsOf(write, keep)),
        written(agendaUid)
      )
    }),
    patch: Effect.fnUntraced(function*(request: Request, agendaUid: string, named: Named) {
      const write = yield* readWrite(access, request, agendaUid, "events:write", permitTo(named))
      const event = yield* named
      return yield* once(
        write.idempotentRequest,
        (keep) => events.patch(write.authorization, event, rawBody(write.body), optionsOf(write, keep)),
        written(agendaUid)
      )
    }),
    upsert: Effect.fnUntraced(function*(request: Request, agendaUid: string, path: { readonly key: string; readonly value: string }) {
      const write = yield* readWrite(access, request, agendaUid, "events:write", permitNew)
      const extId = { key: path.key, value: path.value }
      return yield* once(
        write.idempotentRequest,
        (keep) => events.upsert(write.authorization, extId, rawBody(write.body), optionsOf(write, keep)),
        written(agendaUid)
      )
    }),
    patchAvailability: Effect.fnUntraced(function*(request: Request, agendaUid: string, named: Named) {
      const write = yield* readWrite(access, request, agendaUid, "events:write", permitTo(named))
      const event = yield* named
      return yield* once(
        write.idempotentRequest,
        (keep: RecordAnswer<WrittenAvailability>) =>
          events.patchAvailability(write.authorization, event, rawBody(write.body), { expected: versionsIn(write.ifMatch), keep }),
        availabilityWritten(ignoredFiles(write), limits),
        respondInvalidRows
      )
    }),
    remove: Effect.fnUntraced(function*(request: Request, agendaUid: string, named: Named) {
      const { authorization, ifMatch, idempotentRequest } = yield* readDelete(
        access,
        request,
        agendaUid,
        "events:write",
        permitTo(named)
      )
      const event = yield* named
      return yield* once(
        idempotentRequest,
        (keep: RecordAnswer<JsonObject>) => events.remove(authorization, event, { expected: versionsIn(ifMatch), keep }),
        (removed) => Effect.succeed(json({ success: true, event: removed }))
      )
    })
  }
}
