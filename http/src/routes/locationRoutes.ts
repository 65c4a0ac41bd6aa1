import { rawBody } from "@agenda-engine/core/contract/RawBody"
import type { NotFound } from "@agenda-engine/core/domain/error/EngineError"
import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { ExtId } from "@agenda-engine/core/domain/event/Event"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { JsonObject } from "@agenda-engine/core/domain/text/Json"
import type { LocationRef } from "@agenda-engine/core/record/LocationRecord"
import type { Access, Authorization } from "@agenda-engine/core/services/Access"
import type { Idempotency, RecordAnswer } from "@agenda-engine/core/services/Idempotency"
import type { Locations } from "@agenda-engine/core/services/Locations"
import type { WrittenLocation } from "@agenda-engine/core/services/write/LocationWriteOptions"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ResponseCache } from "../cache/ResponseCache.js"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { codings } from "../pipeline/Compressor.js"
import { readLocationQuery } from "../query/locationParameters.js"
import { readReader } from "../request/readCaller.js"
import type { IfMatch } from "../request/readIfMatch.js"
import { readAgendaUid } from "../request/readPath.js"
import { ignoredFiles, readDelete, readWrite, type Write } from "../request/readWrite.js"
import { json, readOrRefuse, withWarnings } from "../response/answer.js"
import { codedTag, tagOfRead } from "../response/entityTag.js"
import { withIdempotencyKey } from "./withIdempotencyKey.js"

type Request = HttpServerRequest.HttpServerRequest
type Named = Effect.Effect<LocationRef, NotFound>

const written = (agendaUid: string, more: ReadonlyArray<Issue>) =>
(
  { location, outcome, warnings }: WrittenLocation
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.gen(function*() {
    const { base } = yield* CurrentRequest
    const etag = yield* tagOfRead({ location }, null)
    return json(withWarnings({ success: true, location }, [...warnings, ...more]), {
      etag,
      ...(outcome === "created" ? { location: `${base}/v2/agendas/${agendaUid}/locations/${JSON.stringify(location["uid"])}` } : {})
    })
  })

/**
 * Predicate for `If-Match`: whether a location's current entity tag is listed. Locations have no version, so the tag is
 * the digest of the body.
 */
const expecting = (ifMatch: IfMatch | null) =>
  ifMatch === null ? null : (location: JsonObject) =>
    Effect.map(
      tagOfRead({ location }, null),
      (tag) =>
        ifMatch === "any" || [tag, ...codings.map((coding) => codedTag(tag, coding))].some((own) => ifMatch.includes(own.slice(1, -1)))
    )

/** Options that the service takes beside the body. */
const optionsOf = ({ files, ifMatch, lang }: Write, keep: RecordAnswer<WrittenLocation>) => ({
  lang,
  image: files.get("image") ?? null,
  expects: expecting(ifMatch),
  keep
})

/** The location routes: each parses the request, calls the service and writes the response (wire.md §1). */
export const locationRoutes = (
  access: Context.Tag.Service<Access>,
  cache: Context.Tag.Service<ResponseCache>,
  locations: Context.Tag.Service<Locations>,
  retries: Context.Tag.Service<Idempotency>,
  limits: Limits
) => {
  const once = withIdempotencyKey(retries)
  const permitNew = (authorization: Authorization<"locations:write">) => locations.permitWrite(authorization, null)
  const permitTo = (named: Named) => (authorization: Authorization<"locations:write">) =>
    Effect.flatMap(named, (location) => locations.permitWrite(authorization, location))
  return {
    list: Effect.fnUntraced(function*(request: Request, agendaUid: string) {
      const caller = yield* readReader(access, request)
      const authorization = yield* access.authorize(caller, yield* readAgendaUid(agendaUid), "locations:read")
      yield* cache.store(request, authorization)
      const query = yield* readOrRefuse(readLocationQuery((yield* CurrentRequest).query, yield* Clock.currentTimeMillis, limits))
      const page = yield* locations.list(authorization, query)
      return json({ success: true, total: page.total, locations: page.locations, after: page.after })
    }),
    get: Effect.fnUntraced(function*(request: Request, agendaUid: string, named: Named) {
      const caller = yield* readReader(access, request)
      const agenda = yield* readAgendaUid(agendaUid)
      const location = yield* named
      const authorization = yield* access.authorize(caller, agenda, "locations:read")
      yield* cache.store(request, authorization)
      return json({ success: true, location: yield* locations.get(authorization, location) })
    }),
    create: Effect.fnUntraced(function*(request: Request, agendaUid: string) {
      const write = yield* readWrite(access, request, agendaUid, "locations:write", permitNew)
      return yield* once(
        write.idempotentRequest,
        (keep) => locations.create(write.authorization, rawBody(write.body), optionsOf(write, keep)),
        written(agendaUid, ignoredFiles(write, "image"))
      )
    }),
    replace: Effect.fnUntraced(function*(request: Request, agendaUid: string, named: Named) {
      const write = yield* readWrite(access, request, agendaUid, "locations:write", permitTo(named))
      const location = yield* named
      return yield* once(
        write.idempotentRequest,
        (keep) => locations.replace(write.authorization, location, rawBody(write.body), optionsOf(write, keep)),
        written(agendaUid, ignoredFiles(write, "image"))
      )
    }),
    patch: Effect.fnUntraced(function*(request: Request, agendaUid: string, named: Named) {
      const write = yield* readWrite(access, request, agendaUid, "locations:write", permitTo(named))
      const location = yield* named
      return yield* once(
        write.idempotentRequest,
        (keep) => locations.patch(write.authorization, location, rawBody(write.body), optionsOf(write, keep)),
        written(agendaUid, ignoredFiles(write, "image"))
      )
    }),
    upsert: Effect.fnUntraced(function*(request: Request, agendaUid: string, extId: ExtId) {
      const write = yield* readWrite(access, request, agendaUid, "locations:write", permitNew)
      return yield* once(
        write.idempotentRequest,
        (keep) => locations.upsert(write.authorization, extId, rawBody(write.body), optionsOf(write, keep)),
        written(agendaUid, ignoredFiles(write, "image"))
      )
    }),
    remove: Effect.fnUntraced(function*(request: Request, agendaUid: string, named: Named) {
      const { authorization, ifMatch, idempotentRequest } = yield* readDelete(
        access,
        request,
        agendaUid,
        "locations:write",
        permitTo(named)
      )
      const location = yield* named
      return yield* once(
        idempotentRequest,
        (keep: RecordAnswer<JsonObject>) => locations.remove(authorization, location, { expects: expecting(ifMatch), keep }),
        (removed) => Effect.succeed(json({ success: true, location: removed }))
      )
    })
  }
}
