import type { AttendanceMode, EventSlot, EventStatus } from "../domain/Event.js"
import type { Image } from "../domain/Image.js"
import type { JsonObject } from "../domain/Json.js"
import { chooseLanguage } from "../domain/MultilingualText.js"
import type { Publication } from "../domain/Publication.js"
import { formatInstant } from "./formatInstant.js"
import { structuredLocation } from "./structuredLocation.js"
import { structuredOffers } from "./structuredOffers.js"

/** How structured data is made. */
export interface StructuredDataOptions {
  /** The instant at which availability is said, epoch milliseconds. */
  readonly now: number
  /** The languages that its texts come in, the liked first. */
  readonly languages: ReadonlyArray<string>
  /** The address of the agenda's page, absolute, without a slash at its end. */
  readonly agendaUrl: string
  /** What stands before the names of pictures that are kept here, absolute. */
  readonly imageBase: string
}

const schemaOrg = "https://schema.org"

/** Full is no status of schema.org's: it is told by the offers. */
const statuses: { readonly [S in EventStatus]: string } = {
  1: "EventScheduled",
  2: "EventRescheduled",
  3: "EventMovedOnline",
  4: "EventPostponed",
  5: "EventScheduled",
  6: "EventCancelled"
}

const attendanceModes: { readonly [M in AttendanceMode]: string } = {
  1: "OfflineEventAttendanceMode",
  2: "OnlineEventAttendanceMode",
  3: "MixedEventAttendanceMode"
}

/** The address of an event's page. */
export const eventUrlOf = (agendaUrl: string, slug: string): string => `${agendaUrl}/events/${encodeURIComponent(slug)}`

const imagesOf = ({ base, filename, variants }: Image, imageBase: string): ReadonlyArray<string> => {
  const full = variants.find(({ type }) => type === "full")
  return [...(full === undefined ? [] : [full.filename]), filename].map((name) => `${base === "" ? imageBase : base}${name}`)
}

const organizerOf = ({ agenda }: Publication, agendaUrl: string): JsonObject => ({
  "@type": "Organization",
  name: agenda.title,
  url: agenda.url ?? agendaUrl
})

/** What is said of every slot alike. */
const sharedOf = (publication: Publication, { agendaUrl, imageBase, languages }: StructuredDataOptions): JsonObject => {
  const { event } = publication
  const description = chooseLanguage(event.description, languages)
  return {
    name: chooseLanguage(event.title, languages) ?? event.slug,
    ...(description === undefined ? {} : { description }),
    eventStatus: `${schemaOrg}/${statuses[event.status]}`,
    eventAttendanceMode: `${schemaOrg}/${attendanceModes[event.attendanceMode]}`,
    organizer: organizerOf(publication, agendaUrl),
    ...(event.image === null ? {} : { image: imagesOf(event.image, imageBase) })
  }
}

const slotOf = (publication: Publication, { begin, end, id }: typeof EventSlot.Type, options: StructuredDataOptions): JsonObject => {
  const { event: { slug, timezone } } = publication
  const url = `${eventUrlOf(options.agendaUrl, slug)}/${id}`
  const offers = structuredOffers(publication, id, options.now)
  return {
    "@id": url,
    url,
    startDate: formatInstant(begin, timezone),
    endDate: formatInstant(end, timezone),
    location: structuredLocation(publication, url),
    ...(offers.length === 0 ? {} : { offers })
  }
}

/**
 * What search engines read of an event: a schema.org graph with one Event for each slot, in their order (wire.md §8, Structured data).
 *
 * @example
 * structuredData(publication, { now, languages: ["fr"], agendaUrl: "https://agenda.example/agendas/town", imageBase: "https://agenda.example/images/" })
 * // { "@context": "https://schema.org", "@graph": [{ "@type": "Event", … }] }
 */
export const structuredData = (publication: Publication, options: StructuredDataOptions): JsonObject => {
  const shared = sharedOf(publication, options)
  return {
    "@context": schemaOrg,
    "@graph": publication.event.timings.map((slot) => ({ "@type": "Event", ...slotOf(publication, slot, options), ...shared }))
  }
}
