import { eventUrlOf } from "@agenda-engine/core/derive/structured/structuredData"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import { chooseLanguage } from "@agenda-engine/core/domain/text/MultilingualText"
import { type CalendarOptions, calendarPieces, presentCalendar } from "@agenda-engine/core/present/export/presentCalendar"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import { mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import type { PublishedEventPage, PublishedEvents, WithdrawnEvents } from "@agenda-engine/core/services/PublishedEvents"
import type { Revisions } from "@agenda-engine/core/services/Revisions"
import { addressOf, feedUrlOf } from "@agenda-engine/http/context/feedAddress"
import {
  type Authorize,
  type CalendarFailure,
  calendarHeaders,
  calendarOptions,
  calendarParts,
  pageCacheControl
} from "@agenda-engine/http/exports/calendarExport"
import { eventParameters } from "@agenda-engine/http/query/eventParameters"
import { readEventQuery } from "@agenda-engine/http/query/readEventQuery"
import type { ApiRequest } from "@agenda-engine/http/request/ApiRequest"
import { namesTag, notModified } from "@agenda-engine/http/response/entityTag"
import { asCalendar, type EventStream, respondEvents, sharing, tagOfEvents, whenStarting } from "@agenda-engine/http/response/eventStream"
import type { SharedParts } from "@agenda-engine/http/response/SharedParts"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type PageContext, readContext } from "./PageContext.js"

const answerCalendar = (name: string, calendar: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(calendar, { contentType: "text/calendar; charset=utf-8", headers: calendarHeaders(name) })

/** Calendar of an event or of one of its slots; null when the slot is unknown. */
export const eventCalendar = Effect.fnUntraced(function*(published: PublishedEvent, slotId: string | null, context: PageContext) {
  const { event } = published
  if (slotId !== null && event.timings.every(({ id }) => id !== slotId)) return null
  const shared = calendarOptions(published, context)
  const options: CalendarOptions = {
    ...shared,
    uid: `event-${event.uid}@agenda-engine`,
    description: chooseLanguage(event.description, shared.languages) ?? "",
    name: chooseLanguage(event.title, shared.languages) ?? event.slug,
    url: [eventUrlOf(shared.agendaUrl, event.slug), ...(slotId === null ? [] : [slotId])].join("/")
  }
  const slotIds = slotId === null ? null : [slotId]
  const slots = yield* mapInSlices(calendarPieces.slots([{ published, slotIds }], options), (piece) => piece)
  return answerCalendar(event.slug, [calendarPieces.first(options), ...slots, ...calendarPieces.last([], options)].join(""))
})

/**
 * Calendar of an event that is no longer public, or of one of its slots: subscribers see it as cancelled and no other
 * data. Null when there is nothing to cancel.
 */
export const withdrawnCalendar = (
  { agenda, events }: WithdrawnEvents,
  { slotId, slug }: { readonly slug: string; readonly slotId: string | null },
  context: PageContext
): HttpServerResponse.HttpServerResponse | null => {
  const options = calendarOptions({ agenda }, context)
  const withdrawn = events.map((event) => ({ ...event, slots: event.slots.filter(({ id }) => slotId === null || id === slotId) }))
  return withdrawn.every(({ slots }) => slots.length === 0) ? null : answerCalendar(
    slug,
    presentCalendar([], withdrawn, { ...options, name: slug })
  )
}

/**
 * Version of the calendar format; part of the entity tag, so that a change of the format invalidates cached calendars.
 */
const form = "2"

/** Services that the calendar of an agenda needs. */
interface Made {
  readonly parts: SharedParts
  readonly publications: Context.Tag.Service<PublishedEvents>
  readonly revisions: Context.Tag.Service<Revisions>
  readonly limits: Limits
}

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
  return yield* asCalendar(whenStarting(respondEvents(calendar, {
    contentType: "text/calendar; charset=utf-8",
    headers: { ...calendarHeaders(authorization.agenda.slug), ...(etag === null ? {} : { etag }) }
  }, sharing<CalendarFailure>(made.parts, made.revisions, authorize, etag))))
})
