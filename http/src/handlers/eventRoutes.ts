import type { NotFound } from "@agenda-engine/core/domain/EngineError"
import { type Issue, issue } from "@agenda-engine/core/domain/Issue"
import type { JsonObject } from "@agenda-engine/core/domain/Json"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import type { Access } from "@agenda-engine/core/services/Access"
import type { Events, WrittenAvailability, WrittenEvent } from "@agenda-engine/core/services/Events"
import type { KeepAnswer, Retries } from "@agenda-engine/core/services/Retries"
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
import { versionsIn } from "../request/readIfMatch.js"
import { readAgendaUid } from "../request/readPath.js"
import { readDelete, readWrite, type Write } from "../request/readWrite.js"
import { json, withWarnings } from "../response/answer.js"
import { eventPage } from "../response/eventPage.js"
import { presentIssues } from "../response/presentIssue.js"
import { respondRefusedRows } from "../response/respondFailure.js"
import { tagOfRead, versioned } from "../response/versioned.js"
import { answeringOnce } from "./answeringOnce.js"

type Request = HttpServerRequest.HttpServerRequest
type Named = Effect.Effect<EventRef, NotFound>

const written = (agendaUid: string, warnings: ReadonlyArray<Issue>) =>
(
  { event, outcome, version, ...result }: WrittenEvent
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.gen(function*() {
    const { base } = yield* CurrentRequest
    const etag = yield* tagOfRead({ event }, version)
    return json(withWarnings({ success: true, event }, [...result.warnings, ...warnings]), {
      etag,
      ...(outcome === "created" ? { location: `${base}/v2/agendas/${agendaUid}/events/${JSON.stringify(event["uid"])}` } : {})
    })
  })

/** What a service takes of a write beside its body. */
const optionsOf = ({ ifMatch, image, lang }: Write, keep: KeepAnswer<WrittenEvent>) => ({
  lang,
  image,
  expected: versionsIn(ifMatch),
  keep
})

const availabilityWritten = (more: ReadonlyArray<Issue>, limits: Limits) => ({ applied, skipped, warnings }: WrittenAvailability) =>
  Effect.succeed(
    json(
      withWarnings({ success: true, applied, written: applied.length, errors: presentIssues(skipped, limits) }, [...warnings, ...more])
    )
  )

/** What each route of events does: read the request, ask the service, write the answer (wire.md §1). */
export const eventRoutes = (
  access: Context.Tag.Service<Access>,
  events: Context.Tag.Service<Events>,
  retries: Context.Tag.Service<Retries>,
  limits: Limits
) => {
  const once = answeringOnce(retries)
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
      return yield* eventPage(yield* events.list(caller, yield* readAgendaUid(agendaUid), yield* asked(parameters)))
    }),
    listPublic: Effect.fnUntraced(function*(request: Request) {
      const caller = yield* readCaller(access, request)
      return yield* eventPage(yield* events.listPublic(caller, yield* asked(publicParameters)))
    }),
    get: Effect.fnUntraced(function*(request: Request, agendaUid: string, event: Named) {
      const { query } = yield* CurrentRequest
      const caller = yield* readCaller(access, request)
      const found = yield* events.get(caller, yield* readAgendaUid(agendaUid), yield* event, readSingleEventView(query))
      const explained = found.explain === null ? {} : { explain: found.explain }
      return versioned(json({ success: true, event: found.event, ...explained }), found.version)
    }),
    create: Effect.fnUntraced(function*(request: Request, agendaUid: string) {
      const write = yield* readWrite(access, request, { agendaUid, operation: "events:write" })
      return yield* once(
        write.repeatable,
        (keep) => events.create(write.caller, write.agenda, write.body, optionsOf(write, keep)),
        written(agendaUid, write.warnings)
      )
    }),
    replace: Effect.fnUntraced(function*(request: Request, agendaUid: string, named: Named) {
      const write = yield* readWrite(access, request, { agendaUid, operation: "events:write" })
      const event = yield* named
      return yield* once(
        write.repeatable,
        (keep) => events.replace(write.caller, write.agenda, event, write.body, optionsOf(write, keep)),
        written(agendaUid, write.warnings)
      )
    }),
    patch: Effect.fnUntraced(function*(request: Request, agendaUid: string, named: Named) {
      const write = yield* readWrite(access, request, { agendaUid, operation: "events:write" })
      const event = yield* named
      return yield* once(
        write.repeatable,
        (keep) => events.patch(write.caller, write.agenda, event, write.body, optionsOf(write, keep)),
        written(agendaUid, write.warnings)
      )
    }),
    upsert: Effect.fnUntraced(function*(request: Request, agendaUid: string, path: { readonly key: string; readonly value: string }) {
      const write = yield* readWrite(access, request, { agendaUid, operation: "events:write" })
      const extId = { key: path.key, value: path.value }
      return yield* once(
        write.repeatable,
        (keep) => events.upsert(write.caller, write.agenda, extId, write.body, optionsOf(write, keep)),
        written(agendaUid, write.warnings)
      )
    }),
    patchAvailability: Effect.fnUntraced(function*(request: Request, agendaUid: string, named: Named) {
      const write = yield* readWrite(access, request, { agendaUid, operation: "events:write" })
      const event = yield* named
      return yield* once(
        write.repeatable,
        (keep: KeepAnswer<WrittenAvailability>) =>
          events.patchAvailability(write.caller, write.agenda, event, write.body, { expected: versionsIn(write.ifMatch), keep }),
        availabilityWritten([...write.warnings, ...(write.image === null ? [] : [issue("ignored", "image")])], limits),
        respondRefusedRows
      )
    }),
    remove: Effect.fnUntraced(function*(request: Request, agendaUid: string, named: Named) {
      const { caller, ifMatch, repeatable } = yield* readDelete(access, request)
      const agenda = yield* readAgendaUid(agendaUid)
      const event = yield* named
      return yield* once(
        repeatable,
        (keep: KeepAnswer<JsonObject>) => events.remove(caller, agenda, event, { expected: versionsIn(ifMatch), keep }),
        (removed) => Effect.succeed(json({ success: true, event: removed }))
      )
    })
  }
}
