import { formatInstant } from "../../derive/dates/formatInstant.js"
import type { Agenda } from "../../domain/agenda/Agenda.js"
import type { PublishedEvent } from "../../domain/publication/PublishedEvent.js"
import { escapeHtml, xmlText } from "../../domain/text/markupText.js"
import { civilDateAt, epochDayOf } from "../../domain/time/CivilDate.js"
import { type FeedImage, feedItem, type FeedOptions } from "./feedItem.js"

const namespaces = {
  atom: "http://www.w3.org/2005/Atom",
  content: "http://purl.org/rss/1.0/modules/content/",
  ev: "http://purl.org/rss/1.0/modules/event/",
  media: "http://search.yahoo.com/mrss/"
} as const

const text = (value: string): string => escapeHtml(xmlText(value))

const element = (name: string, value: string): string => `<${name}>${text(value)}</${name}>`

const attributes = (values: { readonly [name: string]: string }): string =>
  Object.entries(values).map(([name, value]) => ` ${name}="${text(value)}"`).join("")

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/**
 * An instant as RSS writes dates (RFC 822 with four digits of the year).
 *
 * @example
 * rssDate(1665846000000) // "Sat, 15 Oct 2022 15:00:00 GMT"
 */
export const rssDate = (instant: number): string => {
  const date = civilDateAt(instant)
  // 1 January 1970 was a Thursday.
  const weekday = days[(((epochDayOf(date) + 4) % 7) + 7) % 7] ?? ""
  const time = formatInstant(instant, "UTC").slice("2022-10-15T".length, "2022-10-15T15:00:00".length)
  return `${weekday}, ${String(date.day).padStart(2, "0")} ${months[date.month - 1] ?? ""} ${
    String(date.year).padStart(4, "0")
  } ${time} GMT`
}

const mediaOf = ({ credits, size, url }: FeedImage): string =>
  `<media:content${attributes({ url, medium: "image", type: "image/jpeg", width: String(size.width), height: String(size.height) })}>${
    credits === null ? "" : element("media:credit", credits)
  }</media:content>`

/** An event as an item, with the modules event (`ev`), content and media. */
const itemOf = (published: PublishedEvent, options: FeedOptions): string => {
  const { html, id, image, keywords, place, publishedAt, slot, summary, title, url } = feedItem(published, options)
  const { agenda, event: { timezone } } = published
  return [
    "<item>",
    element("title", title),
    element("link", url),
    `<guid isPermaLink="false">${text(id)}</guid>`,
    element("pubDate", rssDate(publishedAt)),
    element("description", summary),
    element("content:encoded", html),
    ...keywords.map((keyword) => element("category", keyword)),
    element("ev:startdate", formatInstant(slot.begin, timezone)),
    element("ev:enddate", formatInstant(slot.end, timezone)),
    ...(place === null ? [] : [element("ev:location", place)]),
    element("ev:organizer", agenda.title),
    ...(image === null ? [] : [mediaOf(image)]),
    "</item>\n"
  ].join("")
}

/** Minutes for which readers may keep the feed. */
const refresh_minutes = 60

const firstOf = (agenda: Agenda, { agendaUrl, feedUrl, languages }: FeedOptions): string => {
  const [language] = languages
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"`,
    attributes(Object.fromEntries(Object.entries(namespaces).map(([prefix, uri]) => [`xmlns:${prefix}`, uri]))),
    "><channel>\n",
    element("title", agenda.title),
    element("link", agendaUrl),
    element("description", agenda.description === "" ? agenda.title : agenda.description),
    ...(language === undefined ? [] : [element("language", language)]),
    element("generator", "agenda-engine"),
    element("ttl", String(refresh_minutes)),
    `<atom:link${attributes({ rel: "self", type: "application/rss+xml", href: feedUrl })}/>\n`
  ].join("")
}

/** Parts of a feed of events in RSS 2.0, for streaming. `next`: URL of the next page, null on the last one. */
export const rssPieces = {
  first: firstOf,
  event: itemOf,
  last: (next: string | null): string =>
    `${next === null ? "" : `<atom:link${attributes({ rel: "next", type: "application/rss+xml", href: next })}/>\n`}</channel></rss>\n`
} as const
