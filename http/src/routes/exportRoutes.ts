import { anonymous } from "@agenda-engine/core/domain/access/Credential"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import type { Access } from "@agenda-engine/core/services/Access"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { pageCacheControl } from "../exports/calendarExport.js"
import { exportEvents, type ExportServices } from "../exports/exportEvents.js"
import type { ExportFormat } from "../query/exportFormat.js"
import type { ExportHandlers, GroupHandlers, Handle } from "../request/Handle.js"
import { readAnyCaller, readReader } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"

/** Services that the routes of exports need. */
export interface ExportRouteServices extends ExportServices {
  readonly access: Context.Tag.Service<Access>
}

/** The route of an export of an agenda named by uid, for a caller with a credential. */
export const exportRoute = ({ access, ...exporting }: ExportRouteServices) => (format: ExportFormat): Handle =>
  Effect.fnUntraced(function*(request) {
    const caller = readReader(access, request)
    yield* caller
    const agenda = yield* readAgendaUid(request.params.agendaUid)
    const authorize = Effect.flatMap(caller, (current) => access.authorize(current, agenda, "events:read"))
    return yield* exportEvents(exporting, request, { format, authorize })
  })

/** The routes of exports under `/v2`, by the names of the contract. */
export const exportRoutes = (services: ExportRouteServices) => {
  const exported = exportRoute(services)
  return {
    exportCsv: exported("csv"),
    exportJson: exported("json"),
    exportJsonFeed: exported("json-feed"),
    exportRss: exported("rss"),
    exportCalendar: exported("ics"),
    exportXlsx: exported("xlsx")
  } satisfies GroupHandlers<"exports">
}

/** The agenda that a segment names: by uid if it consists of digits, else by slug. */
const agendaNamed = (segment: string): AgendaRef =>
  /^\d{1,15}$/.test(segment) ? { _tag: "Uid", uid: Number(segment) } : { _tag: "Slug", slug: segment }

/**
 * The exports at `/agendas/{uid}/events.v2.{format}`, where clients of other servers look for them. They need no
 * credential, like the public pages: feed readers and spreadsheets send none.
 */
export const publicExportRoutes = ({ access, ...exporting }: ExportRouteServices) => {
  const exported = (format: ExportFormat): Handle =>
    Effect.fnUntraced(function*(request) {
      const caller = readAnyCaller(access, request)
      const agenda = agendaNamed(request.params.agenda ?? "")
      return yield* exportEvents(exporting, request, {
        format,
        authorize: Effect.flatMap(caller, (current) => access.authorize(current, agenda, "events:read")),
        cacheControl: (yield* caller) === anonymous ? pageCacheControl : "private, no-cache"
      })
    })
  return {
    "public:csv": exported("csv"),
    "public:json": exported("json"),
    "public:json-feed": exported("json-feed"),
    "public:rss": exported("rss"),
    "public:ics": exported("ics"),
    "public:xlsx": exported("xlsx")
  } satisfies ExportHandlers
}
