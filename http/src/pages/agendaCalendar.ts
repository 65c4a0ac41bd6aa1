import type { NotFound, StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import { type CalendarOptions, calendarPieces } from "@agenda-engine/core/present/export/presentCalendar"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import { mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import type { Authorization } from "@agenda-engine/core/services/Access"
import type { PublishedEventPage, PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import type { Revisions } from "@agenda-engine/core/services/Revisions"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { addressOf, feedUrlOf } from "../context/feedAddress.js"
import type { SenderFailure } from "../identity/Sender.js"
import { eventParameters } from "../query/eventParameters.js"
import { readEventQuery } from "../query/readEventQuery.js"
import type { ApiRequest } from "../request/ApiRequest.js"
import { namesTag, notModified } from "../response/entityTag.js"
import { type EventStream, respondEvents, sharing, tagOfEvents, whenStarting } from "../response/eventStream.js"
import type { SharedParts } from "../response/SharedParts.js"
import { calendarHeaders, calendarOptions, pageCacheControl } from "./calendars.js"
import { type PageContext, readContext } from "./PageContext.js"

/**
 * Version of the calendar format; part of the entity tag, so that a change of the format invalidates cached calendars.
 */
const form = "2"

/**
 * Authorizes the reader. It runs again for each part of a calendar: a slow client may read for minutes, while the
 * agenda becomes private.
 */
type Authorize = Effect.Effect<Authorization<"events:read">, SenderFailure | NotFound | StoreError>

/** Failures of a calendar. */
type CalendarFailure = Effect.Effect.Error<Authorize | ReturnType<Context.Tag.Service<PublishedEvents>["page"]>>

/** Services that the calendar of an agenda needs. */
interface Made {
  readonly parts: SharedParts
  readonly publications: Context.Tag.Service<PublishedEvents>
  readonly revisions: Context.Tag.Service<Revisions>
  readonly limits: Limits
}

/**
 * The text of a calendar, in parts. Without filters it also has events that are no longer public, as cancelled.
 * `optionsOf` returns the options of the calendar that a page is part of.
 */
export const calendarParts = (
  publications: Context.Tag.Service<PublishedEvents>,
  authorize: Authorize,
  optionsOf: (page: PublishedEventPage) => CalendarOptions
): Pick<
  EventStream<PublishedEventPage, CalendarFailure>,
  "begin" | "write" | "end"
> => ({
  begin: (first) => calendarPieces.first(optionsOf(first)),
  write: (page, first) => {
    const entries = page.events.map((published) => ({ published, slotIds: null }))
    return Effect.map(mapInSlices(calendarPieces.slots(entries, optionsOf(first)), (piece) => piece), (pieces) => pieces.join(""))
  },
  end: (_, first) =>
    Effect.gen(function*() {
      const { events } = first.isFiltered ? { events: [] } : yield* publications.withdrawn(yield* authorize, null)
      const pieces = yield* mapInSlices(calendarPieces.last(events, optionsOf(first)), (piece) => piece)
      return pieces.join("")
    })
})

/** Everything that the calendar depends on, except stored data and time. */
const dependenciesOf = (limits: Limits, context: PageContext, { query: { lang: _lang, ...query } }: ApiRequest) => // The language is part of the context already, whether it was a parameter or a header.
["calendar", form, context.base, context.lang, context.languages, query, limits.calendarEvents_max]

/**
 * Calendar of an agenda's events, next first, filtered by the list filters of the query string (wire.md §6). Without
 * filters it also contains events that are no longer public, as cancelled; with filters they are omitted, because they
 * can no longer be matched. A conditional request is answered before any event is read. A short calendar is one body; a
 * longer one is streamed with backpressure.
 */
export const agendaCalendar = Effect.fnUntraced(function*(made: Made, request: ApiRequest, authorize: Authorize) {
  const authorization = yield* authorize
  const { limits, publications } = made
  const context = yield* readContext(request)
  const { headers: { "if-none-match": condition = "" }, query } = request
  const etag = yield* tagOfEvents(made.revisions, authorization, dependenciesOf(limits, context, request))
  if (etag !== null && namesTag(condition, etag)) return notModified(etag, pageCacheControl)

  const asked = readEventQuery(query, context.now, eventParameters(limits), limits)
  const optionsOf = (page: PublishedEventPage) => ({
    ...calendarOptions(page, context),
    source: feedUrlOf(addressOf(request.incoming, context.base)),
    name: page.agenda.title
  })
  const calendar: EventStream<PublishedEventPage, CalendarFailure> = {
    start: { _tag: "First" },
    events_max: limits.calendarEvents_max,
    read: (start, size) =>
      Effect.flatMap(authorize, (current) =>
        publications.page(current, {
          ...EventQuery.make({ detailed: true, sort: "timings.asc", start, size: Math.min(size, limits.eventsPage_max) }),
          filter: asked.filter,
          ...(asked.faults === undefined ? {} : { faults: asked.faults })
        })),
    ...calendarParts(publications, authorize, optionsOf)
  }
  return yield* whenStarting(respondEvents(calendar, {
    contentType: "text/calendar; charset=utf-8",
    headers: { ...calendarHeaders(authorization.agenda.slug), ...(etag === null ? {} : { etag }) }
  }, sharing<CalendarFailure>(made.parts, made.revisions, authorize, etag)))
})
