import { anonymous } from "@agenda-engine/core/domain/access/Credential"
import { CurrentLimits } from "@agenda-engine/core/domain/Limits"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import { Access } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import { PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import { Revisions } from "@agenda-engine/core/services/Revisions"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import { Api } from "../api/Api.js"
import { ResponseCache } from "../cache/ResponseCache.js"
import { exportEvents } from "../exports/exportEvents.js"
import { CurrentSettings } from "../HttpSettings.js"
import { pageCacheControl } from "../pages/calendars.js"
import { type ExportFormat, exportFormatNames } from "../query/exportFormat.js"
import { readAnyCaller, readReader } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"
import { answer } from "../response/answer.js"

const services = Effect.gen(function*() {
  return {
    access: yield* Access,
    cache: yield* ResponseCache,
    events: yield* Events,
    publications: yield* PublishedEvents,
    revisions: yield* Revisions,
    limits: yield* CurrentLimits
  }
})

/** The handler of an export of an agenda named by uid, for a caller with a credential. */
export const exportRoute = Effect.map(
  services,
  ({ access, ...exporting }) =>
    Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, agendaUid: string, format: ExportFormat) {
      const caller = readReader(access, request)
      yield* caller
      const agenda = yield* readAgendaUid(agendaUid)
      const authorize = Effect.flatMap(caller, (current) => access.authorize(current, agenda, "events:read"))
      return yield* exportEvents(exporting, { format, authorize })
    })
)

/** Handlers of the exports under `/v2`. */
export const exportHandlers = HttpApiBuilder.group(Api, "exports", (handlers) =>
  Effect.gen(function*() {
    const exported = yield* exportRoute
    return handlers
      .handleRaw("exportCsv", ({ path, request }) => answer(exported(request, path.agendaUid, "csv")))
      .handleRaw("exportJson", ({ path, request }) => answer(exported(request, path.agendaUid, "json")))
      .handleRaw("exportJsonFeed", ({ path, request }) => answer(exported(request, path.agendaUid, "json-feed")))
      .handleRaw("exportRss", ({ path, request }) => answer(exported(request, path.agendaUid, "rss")))
      .handleRaw("exportCalendar", ({ path, request }) => answer(exported(request, path.agendaUid, "ics")))
      .handleRaw("exportXlsx", ({ path, request }) => answer(exported(request, path.agendaUid, "xlsx")))
  }))

/** The agenda that a segment names: by uid if it consists of digits, else by slug. */
const agendaNamed = (segment: string): AgendaRef =>
  /^\d{1,15}$/.test(segment) ? { _tag: "Uid", uid: Number(segment) } : { _tag: "Slug", slug: segment }

/**
 * The exports at `/agendas/{uid}/events.v2.{format}`, where clients of other servers look for them. They need no
 * credential, like the public pages: feed readers and spreadsheets send none. No routes when the settings disable
 * pages.
 */
export const publicExportRoutes = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    if (!(yield* CurrentSettings).pages) return
    const { access, ...exporting } = yield* services
    for (const format of exportFormatNames) {
      yield* router.get(
        `/agendas/:agenda/events.v2.${format}`,
        answer(Effect.gen(function*() {
          const { agenda = "" } = yield* HttpRouter.params
          const caller = readAnyCaller(access, yield* HttpServerRequest.HttpServerRequest)
          return yield* exportEvents(exporting, {
            format,
            authorize: Effect.flatMap(caller, (current) => access.authorize(current, agendaNamed(agenda), "events:read")),
            cacheControl: (yield* caller) === anonymous ? pageCacheControl : "private, no-cache"
          })
        }))
      )
    }
  })
)
