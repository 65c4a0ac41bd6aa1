import { longDateRange, nextTiming } from "../../derive/dates/dateRange.js"
import { eventUrlOf, imageUrlsOf } from "../../derive/structured/structuredData.js"
import type { Interval } from "../../domain/event/Timing.js"
import type { ImageSize } from "../../domain/media/Image.js"
import type { PublishedEvent } from "../../domain/publication/PublishedEvent.js"
import { escapeHtml } from "../../domain/text/markupText.js"
import { chooseLanguage } from "../../domain/text/MultilingualText.js"

/** Options of a feed of an agenda's events. */
export interface FeedOptions {
  /** Absolute URL of the agenda page, without a trailing slash. */
  readonly agendaUrl: string
  /** Absolute URL of the feed. */
  readonly feedUrl: string
  /** Preferred languages of the texts, best first. */
  readonly languages: ReadonlyArray<string>
  /** URL prefix of images stored by this server. */
  readonly imageBase: string
  /** The instant of the next slot, epoch milliseconds. */
  readonly now: number
  /** Converts markdown to sanitized HTML. */
  readonly toHtml: (markdown: string) => string
}

/** The image of an item. */
export interface FeedImage {
  readonly url: string
  readonly size: ImageSize
  readonly credits: string | null
}

/** An event as feeds show it. Instants in epoch milliseconds. */
export interface FeedItem {
  /** Stable and unique, whatever becomes of the event's slug. */
  readonly id: string
  readonly url: string
  readonly title: string
  /** Plain text; empty without a description. */
  readonly summary: string
  /** HTML: when and where, the description, the long description and the conditions. */
  readonly html: string
  readonly image: FeedImage | null
  readonly keywords: ReadonlyArray<string>
  /** When it was first published, or created if it never was. */
  readonly publishedAt: number
  readonly modifiedAt: number
  /** The first slot that has not ended, else the last one. */
  readonly slot: Interval
  /** Name and address, or the link of an online event; null without either. */
  readonly place: string | null
}

const placeOf = ({ event, location }: PublishedEvent): string | null =>
  location === null || event.attendanceMode === 2 ? event.onlineAccessLink : `${location.name}, ${location.address}`

const imageOf = ({ event: { image, imageCredits } }: PublishedEvent, imageBase: string): FeedImage | null => {
  const url = image === null ? undefined : imageUrlsOf(image, imageBase)[0]
  if (image === null || url === undefined) return null
  return { url, size: image.variants.find(({ type }) => type === "full")?.size ?? image.size, credits: imageCredits }
}

const paragraphs = (text: string): string => text === "" ? "" : `<p>${escapeHtml(text).replaceAll(/\r\n|\r|\n/g, "<br>")}</p>`

/** An event as an item of a feed, in one language. */
export const feedItem = (published: PublishedEvent, { agendaUrl, imageBase, languages, now, toHtml }: FeedOptions): FeedItem => {
  const { event, publishedAt } = published
  const textOf = (text: { readonly [language: string]: string }): string => chooseLanguage(text, languages) ?? ""
  const place = placeOf(published)
  // Date ranges come in languages that the event may not have: without a preferred one they follow its title.
  const dates = longDateRange(event.timings, event.timezone, [...languages, ...Object.keys(event.title), "en"]) ?? ""
  const summary = textOf(event.description)
  const description = textOf(event.longDescription)
  return {
    id: `${event.uid}@agenda-engine`,
    url: eventUrlOf(agendaUrl, event.slug),
    title: chooseLanguage(event.title, languages) ?? event.slug,
    summary,
    html: [
      paragraphs([dates, ...(place === null ? [] : [place])].join("\n")),
      paragraphs(summary),
      ...(description === "" ? [] : [toHtml(description)]),
      paragraphs(textOf(event.conditions))
    ].join(""),
    image: imageOf(published, imageBase),
    keywords: chooseLanguage(event.keywords, languages) ?? [],
    publishedAt: publishedAt ?? event.createdAt,
    modifiedAt: event.updatedAt,
    slot: nextTiming(event.timings, now) ?? event.timings.at(-1) ?? event.timings[0],
    place
  }
}
