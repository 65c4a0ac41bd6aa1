import { formatInstant, formatUtc } from "../../derive/dates/formatInstant.js"
import type { Agenda } from "../../domain/agenda/Agenda.js"
import type { PublishedEvent } from "../../domain/publication/PublishedEvent.js"
import type { JsonObject } from "../../domain/text/Json.js"
import { feedItem, type FeedOptions } from "./feedItem.js"

const version = "https://jsonfeed.org/version/1.1"

/** When and where an event is, which JSON Feed has no members for. */
const eventMember = ({ event, location }: PublishedEvent): JsonObject => ({
  uid: event.uid,
  timezone: event.timezone,
  timings: event.timings.map(({ begin, end }) => ({
    begin: formatInstant(begin, event.timezone),
    end: formatInstant(end, event.timezone)
  })),
  status: event.status,
  attendanceMode: event.attendanceMode,
  ...(event.onlineAccessLink === null ? {} : { onlineAccessLink: event.onlineAccessLink }),
  ...(location === null ? {} : {
    location: {
      name: location.name,
      address: location.address,
      city: location.adminLevel4,
      countryCode: location.countryCode,
      latitude: location.latitude,
      longitude: location.longitude
    }
  })
})

/** An event as an item of JSON Feed 1.1, with the extension `_event`. */
const itemOf = (published: PublishedEvent, options: FeedOptions): JsonObject => {
  const { html, id, image, keywords, modifiedAt, publishedAt, summary, title, url } = feedItem(published, options)
  return {
    id,
    url,
    title,
    content_html: html,
    ...(summary === "" ? {} : { summary }),
    ...(image === null ? {} : { image: image.url }),
    date_published: formatUtc(publishedAt),
    date_modified: formatUtc(modifiedAt),
    ...(keywords.length === 0 ? {} : { tags: keywords }),
    _event: eventMember(published)
  }
}

const firstOf = (agenda: Agenda, { agendaUrl, feedUrl, languages }: FeedOptions): string => {
  const [language] = languages
  const feed = JSON.stringify({
    version,
    title: agenda.title,
    home_page_url: agendaUrl,
    feed_url: feedUrl,
    ...(agenda.description === "" ? {} : { description: agenda.description }),
    ...(agenda.image === null ? {} : { icon: agenda.image }),
    ...(language === undefined ? {} : { language }),
    authors: [{ name: agenda.title, url: agenda.url ?? agendaUrl }]
  })
  return `${feed.slice(0, -1)},"items":[`
}

/** Parts of a feed of events in JSON Feed 1.1, for streaming. `next`: URL of the next page, null on the last one. */
export const jsonFeedPieces = {
  first: firstOf,
  event: (published: PublishedEvent, options: FeedOptions): string => JSON.stringify(itemOf(published, options)),
  last: (next: string | null): string => next === null ? "]}" : `],"next_url":${JSON.stringify(next)}}`
} as const
