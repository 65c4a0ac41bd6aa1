import type { Forbidden, NotFound, StoreError, Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import { calendarPieces } from "@agenda-engine/core/present/presentCalendar"
import type { PageStart } from "@agenda-engine/core/query/event/EventQuery"
import { mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import type { Authorization } from "@agenda-engine/core/services/Access"
import type { PublishedEventPage, PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import { type Revisions, validatorOf } from "@agenda-engine/core/services/Revisions"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { eventParameters } from "../query/eventParameters.js"
import { readEventQuery } from "../query/readEventQuery.js"
import { digestOf, namesTag, notModified } from "../response/entityTag.js"
import { calendarHeaders, calendarOptions, pageCacheControl } from "./calendars.js"
import type { PageContext } from "./PageContext.js"

/** Number of events read and written at once. */
const part_events = 100

/**
 * Version of the calendar format; part of the entity tag, so that a change of the format invalidates cached calendars.
 */
const form = "1"

/**
 * Authorizes the reader. It runs again for each part of a calendar: a slow client may read for minutes, while the
 * agenda becomes private.
 */
type Authorize = Effect.Effect<Authorization<"events:read">, Unauthorized | Forbidden | NotFound | StoreError>

/** Services that the calendar of an agenda needs. */
interface Made {
  readonly publications: Context.Tag.Service<PublishedEvents>
  readonly revisions: Context.Tag.Service<Revisions>
  readonly limits: Limits
}

/**
 * Entity tag of the calendar, computed without generating it from everything that it depends on. It is weak, because
 * the parts of a calendar are read one after the other. Null in a transaction of a host, which may be rolled back.
 */
const currentTag = ({ limits, revisions }: Made, authorization: Authorization<"events:read">, context: PageContext) =>
  Effect.gen(function*() {
    // The language is part of the context already, whether it was a parameter or a header.
    const { query: { lang: _lang, ...query } } = yield* CurrentRequest
    const validator = validatorOf(authorization)
    if (validator === null) return null
    const asOf = yield* revisions.asOf(authorization)
    const { revisions: read, topics } = validator
    const dependencies = [form, context.base, context.languages, query, limits.calendarEvents_max, asOf, topics, read]
    const digest = yield* digestOf(new TextEncoder().encode(JSON.stringify(dependencies)))
    return `W/"${digest}"`
  })

/** The part of a calendar after its first batch of events. */
interface Rest {
  readonly after: ReadonlyArray<string> | null
  /** Maximum number of events that follow. */
  readonly left: number
}

/**
 * Calendar of an agenda's events, next first, filtered by the list filters of the query string (wire.md §6). Without
 * filters it also contains events that are no longer public, as cancelled; with filters they are omitted, because they
 * can no longer be matched. A conditional request is answered before any event is read. A short calendar is one body; a
 * longer one is streamed with backpressure.
 */
export const agendaCalendar = Effect.fnUntraced(function*(made: Made, authorize: Authorize, context: PageContext) {
  const authorization = yield* authorize
  const { limits, publications } = made
  const { query } = yield* CurrentRequest
  const { headers: { "if-none-match": condition = "" } } = yield* HttpServerRequest.HttpServerRequest
  const etag = yield* currentTag(made, authorization, context)
  if (etag !== null && namesTag(condition, etag)) return notModified(etag, pageCacheControl)

  const asked = readEventQuery(query, context.now, eventParameters(limits), limits)
  const read = (current: Authorization<"events:read">, start: PageStart, left: number) =>
    Effect.map(
      publications.page(current, {
        filter: asked.filter,
        ...(asked.faults === undefined ? {} : { faults: asked.faults }),
        detailed: true,
        removed: "without",
        sort: ["timings.asc"],
        start,
        size: Math.min(part_events, limits.eventsPage_max, left),
        includeSort: false,
        facets: []
      }),
      (page) => ({ page, rest: { after: page.after, left: left - page.events.length } satisfies Rest })
    )
  const { page: first, rest } = yield* read(authorization, { _tag: "First" }, limits.calendarEvents_max)
  const options = { ...calendarOptions(first, context), name: first.agenda.title }
  const written = ({ events }: PublishedEventPage) =>
    Effect.map(
      mapInSlices(calendarPieces.slots(events.map((published) => ({ published, slotIds: null })), options), (piece) => piece),
      (pieces) => pieces.join("")
    )
  const begin = calendarPieces.first(options) + (yield* written(first))
  const end = Effect.gen(function*() {
    const { events } = first.isFiltered ? { events: [] } : yield* publications.withdrawn(yield* authorize, null)
    const pieces = yield* mapInSlices(calendarPieces.last(events, options), (piece) => piece)
    return pieces.join("")
  })
  const headers = { ...calendarHeaders(first.agenda.slug), ...(etag === null ? {} : { etag }) }
  if (rest.after === null || rest.left === 0) {
    return HttpServerResponse.text(begin + (yield* end), { contentType: "text/calendar; charset=utf-8", headers })
  }
  const following = Stream.unfoldEffect<Rest, string, Effect.Effect.Error<Authorize | ReturnType<typeof read>>, never>(
    rest,
    ({ after, left }) =>
      after === null || left === 0
        ? Effect.succeed(Option.none())
        : Effect.flatMap(
          Effect.flatMap(authorize, (current) => read(current, { _tag: "After", cursor: after }, left)),
          ({ page, rest }) => Effect.map(written(page), (text) => Option.some([text, rest]))
        )
  )
  const body = Stream.make(begin).pipe(
    Stream.concat(following),
    Stream.concat(Stream.fromEffect(end)),
    Stream.encodeText,
    Stream.provideContext(yield* Effect.context<never>())
  )
  return HttpServerResponse.stream(body, { contentType: "text/calendar; charset=utf-8", headers })
})
