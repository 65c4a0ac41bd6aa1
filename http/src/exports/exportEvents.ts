import type { EventList } from "@agenda-engine/core/contract/EventResult"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import { eventListPieces } from "@agenda-engine/core/present/presentEventList"
import { mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import type { Events } from "@agenda-engine/core/services/Events"
import type { PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import type { Revisions } from "@agenda-engine/core/services/Revisions"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ResponseCache } from "../cache/ResponseCache.js"
import { addressOf } from "../context/feedAddress.js"
import { exportParameters, readStructuredDataQuery } from "../query/eventParameters.js"
import { type ExportFormat, exportFormats } from "../query/exportFormat.js"
import { readEventQuery } from "../query/readEventQuery.js"
import type { ApiRequest } from "../request/ApiRequest.js"
import { readOrRefuse } from "../response/answer.js"
import { namesTag, notModified } from "../response/entityTag.js"
import { respondEvents, sharing, tagOfEvents, whenStarting } from "../response/eventStream.js"
import type { SharedParts } from "../response/SharedParts.js"
import { calendarExport } from "./calendarExport.js"
import { type AuthorizeRead, type Exporter, type ExportFailure, type ExportRequest } from "./Exporter.js"
import { jsonFeedExport, rssExport } from "./feedExport.js"
import { csvExport, xlsxExport } from "./tableExport.js"

/** Exports events as JSON: the response of the list, with more events. */
const jsonExport: Exporter = ({ authorize, events, limits, query, sharing }, headers) =>
  respondEvents<EventList, ExportFailure>(
    {
      start: query.start,
      events_max: query.size,
      read: (start, size) =>
        Effect.flatMap(authorize, (authorization) =>
          events.list(authorization, {
            ...query,
            start,
            size: Math.min(size, limits.eventsPage_max),
            facets: start._tag === "After" && query.start._tag !== "After" ? [] : query.facets
          })),
      begin: eventListPieces.first,
      write: (part, first) =>
        Effect.map(
          mapInSlices(part.events, eventListPieces.event),
          (texts) => `${part === first || texts.length === 0 ? "" : ","}${texts.join()}`
        ),
      end: ({ after }, { corrected, facets, sort }) => Effect.succeed(eventListPieces.last({ after, sort, facets, corrected }))
    },
    headers,
    sharing
  )

/** Version of the formats; part of entity tags, so that a change of a format invalidates cached exports. */
const form = "3"

const exporters: { readonly [F in ExportFormat]: Exporter } = {
  "csv": csvExport,
  "json": jsonExport,
  "json-feed": jsonFeedExport,
  "rss": rssExport,
  "ics": calendarExport,
  "xlsx": xlsxExport
}

/** Services that exports need. */
export interface ExportServices {
  readonly cache: Context.Tag.Service<ResponseCache>
  readonly events: Context.Tag.Service<Events>
  readonly parts: SharedParts
  readonly publications: Context.Tag.Service<PublishedEvents>
  readonly revisions: Context.Tag.Service<Revisions>
  readonly limits: Limits
}

/** What an export is and who reads it. */
export interface ExportOptions {
  readonly format: ExportFormat
  readonly authorize: AuthorizeRead
  /** `Cache-Control` of the response; absent: that of `/v2`. */
  readonly cacheControl?: string
}

/**
 * Exports the events of an agenda that a list would return page by page, at most `exportEvents_max`. A conditional
 * request is answered before any event is read.
 */
export const exportEvents = Effect.fnUntraced(
  function*(
    { cache, events, limits, parts, publications, revisions }: ExportServices,
    request: ApiRequest,
    { authorize, cacheControl, format }: ExportOptions
  ) {
    const authorization = yield* authorize
    yield* cache.store(request, authorization)
    const { base, imageBase, query: tree } = request
    const now = yield* Clock.currentTimeMillis
    const query = readEventQuery(tree, now, exportParameters(limits), { ...limits, eventsPage_default: limits.exportEvents_max })
    // The time window of the tag covers no transitions of a contributor's own unpublished events.
    const etag = query.filter.mine === true
      ? null
      : yield* tagOfEvents(revisions, authorization, ["export", form, format, base, imageBase, tree, limits.exportEvents_max])
    const known = request.headers["if-none-match"] ?? ""
    // `*` comes from no earlier export, so the query may be one that is refused.
    if (etag !== null && known.trim() !== "*" && namesTag(known, etag)) return notModified(etag, cacheControl)
    const languages = yield* readOrRefuse(readStructuredDataQuery(tree))
    const asked: ExportRequest = {
      events,
      publications,
      limits,
      authorize,
      sharing: sharing<ExportFailure>(parts, revisions, authorize, etag),
      query,
      base,
      imageBase,
      now,
      address: addressOf(request.incoming, base),
      languages: [...languages, ...(query.monolingual === undefined ? [] : [query.monolingual])]
    }
    return yield* whenStarting(exporters[format](asked, {
      contentType: exportFormats[format].contentType,
      headers: {
        "content-disposition": `${exportFormats[format].disposition}; filename="${authorization.agenda.slug}.${format}"`,
        ...(cacheControl === undefined ? {} : { "cache-control": cacheControl }),
        ...(etag === null ? {} : { etag })
      }
    }))
  }
)
