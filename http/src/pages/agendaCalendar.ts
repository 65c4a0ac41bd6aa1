import { anyone } from "@agenda-engine/core/domain/Credential"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import { mapInSlices } from "@agenda-engine/core/ports/slices"
import { calendarPieces } from "@agenda-engine/core/present/presentCalendar"
import type { PageStart } from "@agenda-engine/core/query/EventQuery"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import type { Freshness } from "@agenda-engine/core/services/Freshness"
import type { PublicationPage, Publications } from "@agenda-engine/core/services/Publications"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { eventParameters } from "../query/eventParameters.js"
import { readEventQuery } from "../query/readEventQuery.js"
import { digestOf, namesTag } from "../response/entityTag.js"
import { notModified } from "../response/versioned.js"
import { calendarHeaders, calendarOptions } from "./calendars.js"
import type { PageContext } from "./PageContext.js"
import { sharedFor } from "./sharedFor.js"

/** So many events are read and written at once. */
const part_events = 100

/** What a tag begins with: another one where the same events are written in another way. */
const form = "1"

/** What the calendar of an agenda is made by. */
interface Made {
  readonly publications: Context.Tag.Service<Publications>
  readonly freshness: Context.Tag.Service<Freshness>
  readonly limits: Limits
}

/**
 * The tag of the calendar as it is now, without making it: of everything that it depends on. It is a weak one, since the parts of a calendar
 * are read one after the other.
 */
const currentTag = ({ freshness, limits }: Made, agenda: AgendaRef, context: PageContext) =>
  Effect.gen(function*() {
    // The language is in the context, however it was asked for.
    const { query: { lang: _lang, ...query } } = yield* CurrentRequest
    const mark = yield* freshness.mark(anyone, agenda, "events:read")
    const { asOf } = yield* mark.opening
    const { topics, revisions } = mark
    const told = [form, context.base, context.languages, query, limits.calendarEvents_max, asOf, topics, revisions]
    const digest = yield* digestOf(new TextEncoder().encode(JSON.stringify(told)))
    return `W/"${digest}"`
  })

/** The parts of a calendar that follow its first events. */
interface Rest {
  readonly after: ReadonlyArray<string> | null
  /** How many events it may still hold. */
  readonly left: number
}

/**
 * The calendar of an agenda: of its events that meet the filters of the query string, which are those of lists (wire.md §6), the next first.
 * Without a filter the events that are no longer public are in it, cancelled: with one nobody could say whether they would have met it. Who has
 * it already is told so before anything of it is read. A short one is a body like that of a list; a longer one is sent while it is made, as
 * fast as the client takes it.
 */
export const agendaCalendar = Effect.fnUntraced(function*(made: Made, agenda: AgendaRef, context: PageContext) {
  const { limits, publications } = made
  const { query } = yield* CurrentRequest
  const { headers: { "if-none-match": condition = "" } } = yield* HttpServerRequest.HttpServerRequest
  const etag = yield* currentTag(made, agenda, context)
  if (namesTag(condition, etag)) return notModified(etag, sharedFor)

  const asked = readEventQuery(query, context.now, eventParameters(limits), limits)
  const read = (start: PageStart, left: number) =>
    Effect.map(
      publications.page(anyone, agenda, {
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
      (page) => ({ page, rest: { after: page.after, left: left - page.publications.length } satisfies Rest })
    )
  const { page: first, rest } = yield* read({ _tag: "First" }, limits.calendarEvents_max)
  const options = { ...calendarOptions(first, context), name: first.agenda.title }
  const written = ({ publications }: PublicationPage) =>
    Effect.map(
      mapInSlices(calendarPieces.slots(publications.map((publication) => ({ publication, slotIds: null })), options), (piece) => piece),
      (pieces) => pieces.join("")
    )
  const begin = calendarPieces.first(options) + (yield* written(first))
  const end = Effect.gen(function*() {
    const { events } = Object.keys(asked.filter).length === 0 ? yield* publications.withdrawn(anyone, agenda, null) : { events: [] }
    const pieces = yield* mapInSlices(calendarPieces.last(events, options), (piece) => piece)
    return pieces.join("")
  })
  const headers = { ...calendarHeaders(first.agenda.slug), etag }
  if (rest.after === null || rest.left === 0) {
    return HttpServerResponse.text(begin + (yield* end), { contentType: "text/calendar; charset=utf-8", headers })
  }
  const following = Stream.unfoldEffect<Rest, string, Effect.Effect.Error<ReturnType<typeof read>>, never>(
    rest,
    ({ after, left }) =>
      after === null || left === 0
        ? Effect.succeed(Option.none())
        : Effect.flatMap(
          read({ _tag: "After", cursor: after }, left),
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
