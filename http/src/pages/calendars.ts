import { anyone } from "@agenda-engine/core/domain/Credential"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import { chooseLanguage } from "@agenda-engine/core/domain/MultilingualText"
import { languagesOf, type Publication } from "@agenda-engine/core/domain/Publication"
import { presentCalendar } from "@agenda-engine/core/present/presentCalendar"
import type { PageStart } from "@agenda-engine/core/query/EventQuery"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import type { PublicationPage, Publications } from "@agenda-engine/core/services/Publications"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { eventParameters } from "../query/eventParameters.js"
import { readEventQuery } from "../query/readEventQuery.js"
import { agendaPath, eventPath, firstPage, type PageContext } from "./PageContext.js"
import { sharedFor } from "./sharedFor.js"

const answerCalendar = (name: string, calendar: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(calendar, {
    contentType: "text/calendar; charset=utf-8",
    headers: { "cache-control": sharedFor, "content-disposition": `inline; filename="${name}.ics"` }
  })

const originOf = (base: string): string => /^[a-z]+:\/\/[^/]*/i.exec(base)?.[0] ?? ""

const optionsFor = (publication: Pick<Publication, "agenda">, context: PageContext) => ({
  agendaUrl: `${context.base}/agendas/${encodeURIComponent(publication.agenda.slug)}`,
  languages: languagesOf(publication.agenda, context.languages)
})

/** The calendar of an event, or of one of its slots. */
export const eventCalendar = (
  publication: Publication,
  slotId: string | null,
  context: PageContext
): HttpServerResponse.HttpServerResponse => {
  const { agenda, event } = publication
  const options = optionsFor(publication, context)
  return answerCalendar(
    event.slug,
    presentCalendar([{ publication, slotIds: slotId === null ? null : [slotId] }], {
      ...options,
      name: chooseLanguage(event.title, options.languages) ?? event.slug,
      url: `${originOf(context.base)}${eventPath(agenda.slug, event.slug, slotId, { ...context, isLangAsked: false })}`
    })
  )
}

/** The calendar of an agenda: of its events that meet the filters of the query string, which are those of lists (wire.md §6), the next first. */
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
  return answerCalendar(
    page.agenda.slug,
    presentCalendar(found.map((publication) => ({ publication, slotIds: null })), {
      ...optionsFor(page, context),
      name: page.agenda.title,
      url: `${originOf(context.base)}${agendaPath(page.agenda.slug, firstPage, { ...context, isLangAsked: false })}`
    })
  )
})
