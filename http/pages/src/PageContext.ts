import { CurrentImageSteps } from "@agenda-engine/core/domain/media/ImageScaling"
import { languagesOf, type PublishedEvent } from "@agenda-engine/core/domain/publication/PublishedEvent"
import { languageTag } from "@agenda-engine/core/domain/text/languageTag"
import { type CivilDate, formatDay } from "@agenda-engine/core/domain/time/CivilDate"
import { type PageLanguage, pageLanguageOf } from "@agenda-engine/http/exports/calendarExport"
import type { MapSettings, SiteLinks } from "@agenda-engine/http/HttpSettings"
import { oneTextOf } from "@agenda-engine/http/query/itemsOf"
import type { ApiRequest } from "@agenda-engine/http/request/ApiRequest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { acceptedLanguages, pageTexts } from "./pageLanguages.js"
import type { PageTexts } from "./texts/PageTexts.js"

/** Context of every template. */
export interface PageContext {
  /** Language of the interface. Event texts may be in another one: see `languages`. */
  readonly lang: PageLanguage
  readonly texts: PageTexts
  /** Preferred languages of event texts, best first. */
  readonly languages: ReadonlyArray<string>
  /** Epoch milliseconds. */
  readonly now: number
  /** Base of absolute URLs, without a trailing slash. */
  readonly base: string
  /** Base URL of stored images. */
  readonly imageBase: string
  /** Widths in which this server makes images, in pixels, in order; none when another server serves them. */
  readonly imageWidths: ReadonlyArray<number>
  /** Whether the URL names the language; links then do too. */
  readonly isLangAsked: boolean
  /** Links to the pages of the site around the pages. */
  readonly site: SiteLinks
  /** The maps of places. */
  readonly map: MapSettings
  /** Path of the start page; null when there is none. */
  readonly start: string | null
  /** The embed that the page is; null for a page of its own. */
  readonly embed: Embed | null
}

/** An agenda's page in a frame of another site. Its own links keep the filters and the theme. */
export interface Embed {
  /** Filters of the list: names and values of the query string. */
  readonly filters: ReadonlyArray<readonly [name: string, value: string]>
  /** CSS custom properties, such as `--agenda-accent:#b00020`; null: those of the other pages. */
  readonly theme: string | null
}

/** Query parameters of an agenda's page. */
export interface AgendaAddress {
  readonly search: string
  /** City of the events; empty: any. */
  readonly city: string
  /** Keyword of the events; empty: any. */
  readonly keyword: string
  /** Day of the calendar; null: any. It replaces the month. */
  readonly day: CivilDate | null
  /** Month of the calendar; null: upcoming events. */
  readonly month: YearMonth | null
  /** Page number, from 1. */
  readonly page: number
}

/** A month; `month` is 1 for January. */
export interface YearMonth {
  readonly year: number
  readonly month: number
}

/** First page of upcoming events. */
export const firstPage: AgendaAddress = { search: "", city: "", keyword: "", day: null, month: null, page: 1 }

/** Formats a month as `2031-05`. */
export const formatMonth = ({ month, year }: YearMonth): string => `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`

/** The parameters of the filters that calendars take too. */
const filterPairs = (
  { city, keyword, search }: Pick<AgendaAddress, "search" | "city" | "keyword">
): ReadonlyArray<readonly [string, string]> =>
  ([["search", search], ["city", city], ["keyword", keyword]] as const).filter(([, value]) => value !== "")

const origin = /^[a-z]+:\/\/[^/]*/i

/** The path of a base of absolute URLs, without a trailing slash. */
export const pathOf = (base: string): string => base.replace(origin, "")

/** The absolute URL of a path. */
export const absolute = (path: string, { base }: Pick<PageContext, "base">): string => `${origin.exec(base)?.[0] ?? ""}${path}`

const withQuery = (path: string, pairs: ReadonlyArray<readonly [string, string]>): string =>
  pairs.length === 0 ? path : `${path}?${pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}`

/** The language that links to calendars name: the preferred one of event texts, short where the interface has it. */
const textLanguage = ({ isLangAsked, lang, languages: [first = lang] }: PageContext): string =>
  isLangAsked || pageLanguageOf(first) === null ? first : lang

/** Parameter of links that keeps the language that the URL names. */
export const langPair = (context: PageContext): ReadonlyArray<readonly [string, string]> =>
  context.isLangAsked ? [["lang", textLanguage(context)]] : []

/** Parameters that links of an embed keep, besides the language. */
export const keptPairs = ({ embed }: Pick<PageContext, "embed">): ReadonlyArray<readonly [string, string]> =>
  embed === null ? [] : [...embed.filters, ...(embed.theme === null ? [] : [["theme", embed.theme] as const])]

/** Path of a page of an agenda; of an embed in an embed. */
export const agendaPath = (slug: string, address: AgendaAddress, context: PageContext): string =>
  withQuery(`${pathOf(context.base)}${context.embed === null ? "" : "/embed"}/agendas/${encodeURIComponent(slug)}`, [
    ...filterPairs(address),
    ...(address.day === null ? [] : [["day", formatDay(address.day)] as const]),
    ...(address.month === null ? [] : [["month", formatMonth(address.month)] as const]),
    ...(address.page === 1 ? [] : [["page", String(address.page)] as const]),
    ...langPair(context),
    ...keptPairs(context)
  ])

/** Path of the start page. */
export const startPath = (context: PageContext): string => withQuery(`${pathOf(context.base)}/`, langPair(context))

/** Path of the page of an event or of one of its slots. */
export const eventPath = (agenda: string, event: string, slotId: string | null, context: PageContext): string =>
  withQuery(
    [`${pathOf(context.base)}/agendas`, agenda, "events", event, ...(slotId === null ? [] : [slotId])].map((segment, index) =>
      index === 0 ? segment : encodeURIComponent(segment)
    ).join("/"),
    langPair(context)
  )

/** Path of the calendar of an agenda, of a search in it with its filters, of an event or of one of its slots. */
export const calendarPath = (
  agenda: string,
  of: Pick<AgendaAddress, "search" | "city" | "keyword"> | { readonly event: string; readonly slotId: string | null },
  context: PageContext
): string => {
  const pairs = [["lang", textLanguage(context)] as const]
  const events = `${pathOf(context.base)}/agendas/${encodeURIComponent(agenda)}/events`
  if ("search" in of) {
    return withQuery(`${events}.ics`, [
      ...filterPairs(of),
      ...pairs,
      ...context.embed?.filters ?? []
    ])
  }
  const event = `${events}/${encodeURIComponent(of.event)}`
  return withQuery(of.slotId === null ? `${event}.ics` : `${event}/${encodeURIComponent(of.slotId)}.ics`, pairs)
}

/**
 * Context of the page that a request asks for. The preferred language of event texts is that of `lang`, else those of
 * the browser. The language of the interface is the first page language among `lang` and those of the browser, else
 * English.
 */
export const readContext = Effect.fnUntraced(function*({ base, headers, imageBase, query, settings }: ApiRequest) {
  const { imagesUrl, map, pages, site, startPage } = settings
  const steps = yield* CurrentImageSteps
  const asked = languageTag((oneTextOf(query["lang"]) ?? "").trim())
  const accepted = acceptedLanguages(headers["accept-language"] ?? "")
  const [lang = "en"] = [...asked === undefined ? [] : [asked], ...accepted].map(pageLanguageOf).filter((known) => known !== null)
  const [first = lang, ...others] = accepted
  const context: PageContext = {
    lang,
    texts: pageTexts[lang],
    languages: asked === undefined ? [first, ...others] : [asked],
    now: yield* Clock.currentTimeMillis,
    base,
    imageBase,
    imageWidths: imagesUrl === null ? steps.toSorted((left, right) => left - right) : [],
    isLangAsked: asked !== undefined,
    site,
    map,
    start: pages && startPage ? `${pathOf(base)}/` : null,
    embed: null
  }
  return context
})

/** Adds the agenda's default language after the requested ones. */
export const inAgenda = (context: PageContext, { agenda }: Pick<PublishedEvent, "agenda">): PageContext => ({
  ...context,
  languages: languagesOf(agenda, context.languages)
})
