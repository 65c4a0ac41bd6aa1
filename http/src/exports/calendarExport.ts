import type { NotFound, StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { languagesOf, type PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import { type CalendarOptions, calendarPieces } from "@agenda-engine/core/present/export/presentCalendar"
import { mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import type { Authorization } from "@agenda-engine/core/services/Access"
import type { PublishedEventPage, PublishedEvents } from "@agenda-engine/core/services/PublishedEvents"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { agendaUrlOf, feedUrlOf } from "../context/feedAddress.js"
import type { SenderFailure } from "../identity/Sender.js"
import { type EventStream, respondEvents } from "../response/eventStream.js"
import { type Exporter, type ExportFailure, type ExportRequest, readPublished } from "./Exporter.js"

/** What calendars say of an event that is cancelled, by language of pages and calendars. */
export const cancelled = {
  en: "Cancelled",
  fr: "Annulé",
  de: "Abgesagt",
  it: "Annullato",
  es: "Cancelado",
  nl: "Geannuleerd",
  pt: "Cancelado"
} as const

/** A language of pages and calendars. */
export type PageLanguage = keyof typeof cancelled

/** Whether a code is a language of pages and calendars. */
export const isPageLanguage = (code: string): code is PageLanguage => Object.hasOwn(cancelled, code)

/** The page language of a language tag (`pt` for `pt-BR`); null when there is none. */
export const pageLanguageOf = (tag: string): PageLanguage | null => {
  const code = tag.trim().toLowerCase().split("-", 1).join("")
  return isPageLanguage(code) ? code : null
}

/** Seconds for which shared caches may reuse a page or calendar. */
const shared_seconds = 60

/** `Cache-Control` of pages and calendars: public, and revalidated afterwards. */
export const pageCacheControl = `public, max-age=${shared_seconds}, must-revalidate`

/** Headers of a calendar that is downloaded as `name`. */
export const calendarHeaders = (name: string): { readonly [name: string]: string } => ({
  "cache-control": pageCacheControl,
  "content-disposition": `inline; filename="${name}.ics"`
})

/** Options of a calendar of an agenda's events, except its name; its URL is the agenda's page. */
export const calendarOptions = (
  { agenda }: Pick<PublishedEvent, "agenda">,
  context: { readonly base: string; readonly imageBase: string; readonly languages: ReadonlyArray<string>; readonly lang: PageLanguage }
): Omit<CalendarOptions, "name"> => {
  const agendaUrl = agendaUrlOf(context.base)(agenda.slug)
  return {
    uid: `agenda-${agenda.uid}@agenda-engine`,
    description: agenda.description,
    source: null,
    imageBase: context.imageBase,
    agendaUrl,
    url: agendaUrl,
    languages: languagesOf(agenda, context.languages),
    withdrawn: cancelled[context.lang]
  }
}

/**
 * Authorizes the reader. It runs again for each part of a calendar: a slow client may read for minutes, while the
 * agenda becomes private.
 */
export type Authorize = Effect.Effect<Authorization<"events:read">, SenderFailure | NotFound | StoreError>

/** Failures of a calendar. */
export type CalendarFailure = Effect.Effect.Error<Authorize | ReturnType<Context.Tag.Service<PublishedEvents>["page"]>>

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

const optionsOf = ({ address, base, imageBase, languages }: ExportRequest, { agenda }: PublishedEventPage) => {
  const [lang = "en"] = languagesOf(agenda, languages).map(pageLanguageOf).filter((known) => known !== null)
  return { ...calendarOptions({ agenda }, { base, imageBase, languages, lang }), source: feedUrlOf(address), name: agenda.title }
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
