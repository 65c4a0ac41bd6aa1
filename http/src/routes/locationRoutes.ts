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
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ResponseCache } from "../cache/ResponseCache.js"
import { codings } from "../pipeline/Compressor.js"
import { readLocationQuery } from "../query/locationParameters.js"
import type { ApiRequest } from "../request/ApiRequest.js"
import type { GroupHandlers, Handle } from "../request/Handle.js"
import { authorizeReader } from "../request/readCaller.js"
import type { IfMatch } from "../request/readIfMatch.js"
import { readAgendaUid, readLocationUid } from "../request/readPath.js"
import { ignoredFiles, readDelete, readWrite, type Write } from "../request/readWrite.js"
import { json, readOrRefuse, withWarnings } from "../response/answer.js"
import { codedTag, tagOfRead } from "../response/entityTag.js"
import { withIdempotencyKey } from "./withIdempotencyKey.js"

/** The location that the path of a request names. */
type Named = (request: ApiRequest) => Effect.Effect<LocationRef, NotFound>

const byUid: Named = ({ params }) => readLocationUid(params.locationUid)

/** External identifier of a path; its key defaults to `default` (wire.md §1). */
const extIdOf = ({ params: { key = "default", value = "" } }: ApiRequest): ExtId => ({ key, value })

const byExtId: Named = (request) => Effect.succeed({ _tag: "ExtId", ...extIdOf(request) })

const written = ({ base, params }: ApiRequest, more: ReadonlyArray<Issue>) =>
(
  { location, outcome, warnings }: WrittenLocation
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.gen(function*() {
    const etag = yield* tagOfRead({ location }, null)
    return json(withWarnings({ success: true, location }, [...warnings, ...more]), {
      etag,
      ...(outcome === "created" ? { location: `${base}/v2/agendas/${params.agendaUid}/locations/${JSON.stringify(location["uid"])}` } : {})
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

interface LocationServices {
  readonly access: Context.Tag.Service<Access>
  readonly cache: Context.Tag.Service<ResponseCache>
  readonly locations: Context.Tag.Service<Locations>
  readonly retries: Context.Tag.Service<Idempotency>
  readonly limits: Limits
}

/** The location routes by the names of the contract: each parses a request, calls the service, writes the response. */
export const locationRoutes = ({ access, cache, limits, locations, retries }: LocationServices) => {
  const once = withIdempotencyKey(retries)
  const permitNew = (authorization: Authorization<"locations:write">) => locations.permitWrite(authorization, null)
  const permitTo = (location: Effect.Effect<LocationRef, NotFound>) => (authorization: Authorization<"locations:write">) =>
    Effect.flatMap(location, (ref) => locations.permitWrite(authorization, ref))

  const get = (named: Named): Handle =>
    Effect.fnUntraced(function*(request) {
      const agenda = Effect.zipLeft(readAgendaUid(request.params.agendaUid), named(request))
      const authorization = yield* authorizeReader(access, request, { agenda, operation: "locations:read" })
      const location = yield* named(request)
      yield* cache.store(request, authorization)
      return json({ success: true, location: yield* locations.get(authorization, location) })
    })

  const update = (operation: "patch" | "replace", named: Named): Handle =>
    Effect.fnUntraced(function*(request) {
      const write = yield* readWrite(access, request, "locations:write", permitTo(named(request)))
      const location = yield* named(request)
      return yield* once(
        request,
        write.idempotentRequest,
        (keep) => locations[operation](write.authorization, location, rawBody(write.body), optionsOf(write, keep)),
        written(request, ignoredFiles(write, "image"))
      )
    })

  const upsert: Handle = Effect.fnUntraced(function*(request) {
    const write = yield* readWrite(access, request, "locations:write", permitNew)
    return yield* once(
      request,
      write.idempotentRequest,
      (keep) => locations.upsert(write.authorization, extIdOf(request), rawBody(write.body), optionsOf(write, keep)),
      written(request, ignoredFiles(write, "image"))
    )
  })

  const remove = (named: Named): Handle =>
    Effect.fnUntraced(function*(request) {
      const { authorization, ifMatch, idempotentRequest } = yield* readDelete(access, request, "locations:write", permitTo(named(request)))
      const location = yield* named(request)
      return yield* once(
        request,
        idempotentRequest,
        (keep: RecordAnswer<JsonObject>) => locations.remove(authorization, location, { expects: expecting(ifMatch), keep }),
        (removed) => Effect.succeed(json({ success: true, location: removed }))
      )
    })

  return {
    listLocations: Effect.fnUntraced(function*(request) {
      const agenda = readAgendaUid(request.params.agendaUid)
      const authorization = yield* authorizeReader(access, request, { agenda, operation: "locations:read" })
      yield* cache.store(request, authorization)
      const query = yield* readOrRefuse(readLocationQuery(request.query, yield* Clock.currentTimeMillis, limits))
      const page = yield* locations.list(authorization, query)
      return json({ success: true, total: page.total, locations: page.locations, after: page.after })
    }),
    getLocation: get(byUid),
    getLocationByExtId: get(byExtId),
    getLocationByDefaultExtId: get(byExtId),
    createLocation: Effect.fnUntraced(function*(request) {
      const write = yield* readWrite(access, request, "locations:write", permitNew)
      return yield* once(
        request,
        write.idempotentRequest,
        (keep) => locations.create(write.authorization, rawBody(write.body), optionsOf(write, keep)),
        written(request, ignoredFiles(write, "image"))
      )
    }),
    replaceLocation: update("replace", byUid),
    patchLocation: update("patch", byUid),
    deleteLocation: remove(byUid),
    upsertLocation: upsert,
    patchLocationByExtId: update("patch", byExtId),
    deleteLocationByExtId: remove(byExtId),
    upsertLocationByDefaultExtId: upsert,
    patchLocationByDefaultExtId: update("patch", byExtId),
    deleteLocationByDefaultExtId: remove(byExtId)
  } satisfies GroupHandlers<"locations">
}
