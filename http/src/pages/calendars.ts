import { eventUrlOf } from "@agenda-engine/core/derive/structured/structuredData"
import { languagesOf, type PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import { chooseLanguage } from "@agenda-engine/core/domain/text/MultilingualText"
import { type CalendarOptions, calendarPieces, presentCalendar } from "@agenda-engine/core/present/export/presentCalendar"
import { mapInSlices } from "@agenda-engine/core/schedule/timeSlices"
import type { WithdrawnEvents } from "@agenda-engine/core/services/PublishedEvents"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import type { PageContext } from "./PageContext.js"
import { agendaUrlOf } from "./readAddress.js"

/** Seconds for which shared caches may reuse a page or calendar. */
const shared_seconds = 60

/** `Cache-Control` of pages and calendars: public, and revalidated afterwards. */
export const pageCacheControl = `public, max-age=${shared_seconds}, must-revalidate`

/** Headers of a calendar that is downloaded as `name`. */
export const calendarHeaders = (name: string): { readonly [name: string]: string } => ({
  "cache-control": pageCacheControl,
  "content-disposition": `inline; filename="${name}.ics"`
})

const answerCalendar = (name: string, calendar: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(calendar, { contentType: "text/calendar; charset=utf-8", headers: calendarHeaders(name) })

/** Options of a calendar of an agenda's events, except its name; its URL is the agenda's page. */
export const calendarOptions = (
  { agenda }: Pick<PublishedEvent, "agenda">,
  context: Pick<PageContext, "base" | "imageBase" | "languages" | "texts">
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
    withdrawn: context.texts.status[6]
  }
}

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
