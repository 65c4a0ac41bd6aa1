import type { Location } from "../../domain/agenda/Location.js"
import type { AttendanceMode, EventSlot, EventStatus } from "../../domain/event/Event.js"
import type { Image } from "../../domain/media/Image.js"
import type { PublishedEvent } from "../../domain/publication/PublishedEvent.js"
import type { Json, JsonObject } from "../../domain/text/Json.js"
import { chooseLanguage } from "../../domain/text/MultilingualText.js"
import { formatInstant } from "../dates/formatInstant.js"
import { structuredOffers } from "./structuredOffers.js"

const addressOf = ({ address, adminLevel1, adminLevel4, countryCode, postalCode }: Location): JsonObject => ({
  "@type": "PostalAddress",
  streetAddress: address,
  ...(adminLevel4 === null ? {} : { addressLocality: adminLevel4 }),
  ...(postalCode === null ? {} : { postalCode }),
  ...(adminLevel1 === null ? {} : { addressRegion: adminLevel1 }),
  addressCountry: countryCode
})

const placeOf = (location: Location): JsonObject => ({
  "@type": "Place",
  name: location.name,
  address: addressOf(location),
  ...(location.latitude === null || location.longitude === null
    ? {}
    : { geo: { "@type": "GeoCoordinates", latitude: location.latitude, longitude: location.longitude } })
})

/**
 * The schema.org location of an event: a Place, a VirtualLocation, or both for a mixed event. Search engines require
 * one, so the fallback is a VirtualLocation at `url`.
 */
const structuredLocation = ({ event, location }: PublishedEvent, url: string): Json => {
  const isThere = event.attendanceMode !== 2 && location !== null
  const isOnline = event.attendanceMode !== 1 || !isThere
  const place = isThere ? [placeOf(location)] : []
  const virtual = isOnline ? [{ "@type": "VirtualLocation", url: event.onlineAccessLink ?? url }] : []
  const [only, ...others] = [...place, ...virtual]
  return only !== undefined && others.length === 0 ? only : [...place, ...virtual]
}

/** Options of structured data. */
export interface StructuredDataOptions {
  /** The instant of the availability, epoch milliseconds. */
  readonly now: number
  /** Preferred languages of the texts, most preferred first. */
  readonly languages: ReadonlyArray<string>
  /** Absolute URL of the agenda page, without a trailing slash. */
  readonly agendaUrl: string
  /** Absolute URL prefix of images stored by this server. */
  readonly imageBase: string
}

const schemaOrg = "https://schema.org"

/** schema.org has no status for a full event; the offers show it instead. */
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

/** URL of the page of an event. */
export const eventUrlOf = (agendaUrl: string, slug: string): string => `${agendaUrl}/events/${encodeURIComponent(slug)}`

/** URLs of the renditions of an image, the largest first. `imageBase`: URL prefix of images stored by this server. */
export const imageUrlsOf = ({ base, filename, variants }: Image, imageBase: string): ReadonlyArray<string> => {
  const full = variants.find(({ type }) => type === "full")
  return [...(full === undefined ? [] : [full.filename]), filename].map((name) => `${base === "" ? imageBase : base}${name}`)
}

const organizerOf = ({ agenda }: PublishedEvent, agendaUrl: string): JsonObject => ({
  "@type": "Organization",
  name: agenda.title,
  url: agenda.url ?? agendaUrl
})

/** The properties that all slots share. */
const sharedOf = (published: PublishedEvent, { agendaUrl, imageBase, languages }: StructuredDataOptions): JsonObject => {
  const { event } = published
  const description = chooseLanguage(event.description, languages)
  return {
    name: chooseLanguage(event.title, languages) ?? event.slug,
    ...(description === undefined ? {} : { description }),
    eventStatus: `${schemaOrg}/${statuses[event.status]}`,
    eventAttendanceMode: `${schemaOrg}/${attendanceModes[event.attendanceMode]}`,
    organizer: organizerOf(published, agendaUrl),
    ...(event.image === null ? {} : { image: imageUrlsOf(event.image, imageBase) })
  }
}

const slotOf = (published: PublishedEvent, { begin, end, id }: typeof EventSlot.Type, options: StructuredDataOptions): JsonObject => {
  const { event: { slug, timezone } } = published
  const url = `${eventUrlOf(options.agendaUrl, slug)}/${id}`
  const offers = structuredOffers(published, id, options.now)
  return {
    "@id": url,
    url,
    startDate: formatInstant(begin, timezone),
    endDate: formatInstant(end, timezone),
    location: structuredLocation(published, url),
    ...(offers.length === 0 ? {} : { offers })
  }
}

/** The schema.org Event of each slot of an event, in slot order. Made one at a time: an event may have hundreds. */
export const structuredEvents = function*(published: PublishedEvent, options: StructuredDataOptions): Generator<JsonObject> {
  const shared = sharedOf(published, options)
  for (const slot of published.event.timings) yield { "@type": "Event", ...slotOf(published, slot, options), ...shared }
}

/** The schema.org graph of some nodes. */
export const structuredGraph = (nodes: ReadonlyArray<JsonObject>): JsonObject => ({ "@context": schemaOrg, "@graph": nodes })

/**
 * Structured data of an event for search engines: a schema.org graph with one Event per slot, in slot order (wire.md
 * §8, Structured data).
 *
 * @example
 * structuredData(publication, {
 *   now,
 *   languages: ["fr"],
 *   agendaUrl: "https://agenda.example/agendas/town",
 *   imageBase: "https://agenda.example/images/"
 * })
 * // { "@context": "https://schema.org", "@graph": [{ "@type": "Event", … }] }
 */
export const structuredData = (published: PublishedEvent, options: StructuredDataOptions): JsonObject =>
  structuredGraph([...structuredEvents(published, options)])
