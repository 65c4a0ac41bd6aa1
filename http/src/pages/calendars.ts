import { eventUrlOf } from "@agenda-engine/core/derive/structuredData"
import { anyone } from "@agenda-engine/core/domain/Credential"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import { chooseLanguage } from "@agenda-engine/core/domain/MultilingualText"
import { languagesOf, type Publication } from "@agenda-engine/core/domain/Publication"
import { presentCalendar } from "@agenda-engine/core/present/presentCalendar"
import type { PageStart } from "@agenda-engine/core/query/EventQuery"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import type { PublicationPage, Publications, WithdrawnEvents } from "@agenda-engine/core/services/Publications"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { eventParameters } from "../query/eventParameters.js"
import { readEventQuery } from "../query/readEventQuery.js"
import { agendaUrlOf } from "./agendaUrlOf.js"
import type { PageContext } from "./PageContext.js"
import { sharedFor } from "./sharedFor.js"

const answerCalendar = (name: string, calendar: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(calendar, {
    contentType: "text/calendar; charset=utf-8",
    headers: { "cache-control": sharedFor, "content-disposition": `inline; filename="${name}.ics"` }
  })

const optionsFor = ({ agenda }: Pick<Publication, "agenda">, context: PageContext) => ({
  agendaUrl: agendaUrlOf(context.base)(agenda.slug),
  languages: languagesOf(agenda, context.languages),
  withdrawn: context.says.status[6]
})

/** The calendar of an event, or of one of its slots; null where it has no such slot. */
export const eventCalendar = (
  publication: Publication,
  slotId: string | null,
  context: PageContext
): HttpServerResponse.HttpServerResponse | null => {
  const { event } = publication
  if (slotId !== null && event.timings.every(({ id }) => id !== slotId)) return null
  const options = optionsFor(publication, context)
  return answerCalendar(
    event.slug,
    presentCalendar([{ publication, slotIds: slotId === null ? null : [slotId] }], [], {
      ...options,
      name: chooseLanguage(event.title, options.languages) ?? event.slug,
      url: [eventUrlOf(options.agendaUrl, event.slug), ...(slotId === null ? [] : [slotId])].join("/")
    })
  )
}

/**
 * The calendar of an event that is no longer public, or of one of its slots: whoever subscribed learns that it is cancelled, and nothing of
 * what it was. Null where nothing is left to be cancelled.
 */
export const withdrawnCalendar = (
  { agenda, events }: WithdrawnEvents,
  { slotId, slug }: { readonly slug: string; readonly slotId: string | null },
  context: PageContext
): HttpServerResponse.HttpServerResponse | null => {
  const options = optionsFor({ agenda }, context)
  const withdrawn = events.map((event) => ({ ...event, slots: event.slots.filter(({ id }) => slotId === null || id === slotId) }))
  return withdrawn.every(({ slots }) => slots.length === 0) ? null : answerCalendar(
    slug,
    presentCalendar([], withdrawn, { ...options, name: slug, url: options.agendaUrl })
  )
}

/**
 * The calendar of an agenda: of its events that meet the filters of the query string, which are those of lists (wire.md §6), the next first.
 * Without a filter the events that are no longer public are in it, cancelled: with one nobody could say whether they would have met it.
 */
export const agendaCalendar = Effect.fnUntraced(function*(
  publications: Context.Tag.Service<Publications>,
  agenda: AgendaRef,
  limits: Limits,
  context: PageContext
) {
  const { query } = yield* CurrentRequest
  const asked = readEventQuery(query, context.now, eventParameters(limits), limits)
  const read = (start: PageStart, size: number) =>
    publications.page(anyone, agenda, {
      filter: asked.filter,
      ...(asked.faults === undefined ? {} : { faults: asked.faults }),
      detailed: true,
      removed: "without",
      sort: ["timings.asc"],
      start,
      size,
      includeSort: false,
      facets: []
    })
  let page: PublicationPage = yield* read({ _tag: "First" }, Math.min(limits.eventsPage_max, limits.calendarEvents_max))
  const found = [...page.publications]
  while (page.after !== null && found.length < limits.calendarEvents_max) {
    page = yield* read({ _tag: "After", cursor: page.after }, Math.min(limits.eventsPage_max, limits.calendarEvents_max - found.length))
    found.push(...page.publications)
  }
  const options = optionsFor(page, context)
  const withdrawn = Object.keys(asked.filter).length === 0 ? (yield* publications.withdrawn(anyone, agenda, null)).events : []
  return answerCalendar(
    page.agenda.slug,
    presentCalendar(found.map((publication) => ({ publication, slotIds: null })), withdrawn, {
      ...options,
      name: page.agenda.title,
      url: options.agendaUrl
    })
  )
})
