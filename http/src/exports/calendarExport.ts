import { languagesOf } from "@agenda-engine/core/domain/publication/PublishedEvent"
import type { PublishedEventPage } from "@agenda-engine/core/services/PublishedEvents"
import { feedUrlOf } from "../context/feedAddress.js"
import { calendarParts } from "../pages/agendaCalendar.js"
import { calendarOptions } from "../pages/calendars.js"
import { pageLanguageOf, pageTexts } from "../pages/pageLanguages.js"
import { respondEvents } from "../response/eventStream.js"
import { type Exporter, type ExportFailure, type ExportRequest, readPublished } from "./Exporter.js"

const optionsOf = ({ address, base, imageBase, languages }: ExportRequest, { agenda }: PublishedEventPage) => {
  const [lang = "en"] = languagesOf(agenda, languages).map(pageLanguageOf).filter((known) => known !== null)
  const texts = pageTexts[lang]
  return { ...calendarOptions({ agenda }, { base, imageBase, languages, texts }), source: feedUrlOf(address), name: agenda.title }
}

/**
 * Exports events as iCalendar, one entry for each slot. Without filters it also has events that are no longer public,
 * as cancelled.
 */
export const calendarExport: Exporter = (request, headers) =>
  respondEvents<PublishedEventPage, ExportFailure>(
    {
      start: request.query.start,
      events_max: request.query.size,
      read: readPublished(request),
      ...calendarParts(request.publications, request.authorize, (page) => optionsOf(request, page))
    },
    headers,
    request.sharing
  )
