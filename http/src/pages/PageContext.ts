import type { PageLanguage, PageTexts } from "./PageTexts.js"

/** What every template is given beside what it shows. */
export interface PageContext {
  readonly lang: PageLanguage
  readonly says: PageTexts
  /** The languages that texts of events come in, the liked first. */
  readonly languages: ReadonlyArray<string>
  /** Epoch milliseconds. */
  readonly now: number
  /** What absolute addresses begin with, without a slash at its end. */
  readonly base: string
  /** What stands before the names of pictures that are kept here. */
  readonly imageBase: string
  /** Whether the address names the language: links then name it too. */
  readonly isLangAsked: boolean
}

/** What the address of an agenda's page says. */
export interface AgendaAddress {
  readonly search: string
  /** A month of the calendar; null: what is to come. */
  readonly month: YearMonth | null
  /** From 1. */
  readonly page: number
}

/** A month: 1 is January. */
export interface YearMonth {
  readonly year: number
  readonly month: number
}

/** The first page of what is to come. */
export const firstPage: AgendaAddress = { search: "", month: null, page: 1 }

/** `2031-05`. */
export const formatMonth = ({ month, year }: YearMonth): string => `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`

const origin = /^[a-z]+:\/\/[^/]*/i

const pathOf = (base: string): string => base.replace(origin, "")

/** The absolute address of one without origin. */
export const absolute = (path: string, { base }: Pick<PageContext, "base">): string => `${origin.exec(base)?.[0] ?? ""}${path}`

const withQuery = (path: string, pairs: ReadonlyArray<readonly [string, string]>): string =>
  pairs.length === 0 ? path : `${path}?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`

const langPair = ({ isLangAsked, lang }: PageContext): ReadonlyArray<readonly [string, string]> => isLangAsked ? [["lang", lang]] : []

/** The address of a page of an agenda, without origin. */
export const agendaPath = (slug: string, { month, page, search }: AgendaAddress, context: PageContext): string =>
  withQuery(`${pathOf(context.base)}/agendas/${encodeURIComponent(slug)}`, [
    ...(search === "" ? [] : [["search", search] as const]),
    ...(month === null ? [] : [["month", formatMonth(month)] as const]),
    ...(page === 1 ? [] : [["page", String(page)] as const]),
    ...langPair(context)
  ])

/** The address of an event's page, or of one of its slots, without origin. */
export const eventPath = (agenda: string, event: string, slotId: string | null, context: PageContext): string =>
  withQuery(
    [`${pathOf(context.base)}/agendas`, agenda, "events", event, ...(slotId === null ? [] : [slotId])].map((segment, place) =>
      place === 0 ? segment : encodeURIComponent(segment)
    ).join("/"),
    langPair(context)
  )

/** The address of the calendar of an agenda, of what a search finds of it, of an event or of one of its slots, without origin. */
export const calendarPath = (
  agenda: string,
  of: { readonly search: string } | { readonly event: string; readonly slotId: string | null },
  context: PageContext
): string => {
  const pairs = [["lang", context.lang] as const]
  const events = `${pathOf(context.base)}/agendas/${encodeURIComponent(agenda)}/events`
  if ("search" in of) return withQuery(`${events}.ics`, of.search === "" ? pairs : [["search", of.search], ...pairs])
  const event = `${events}/${encodeURIComponent(of.event)}`
  return withQuery(of.slotId === null ? `${event}.ics` : `${event}/${encodeURIComponent(of.slotId)}.ics`, pairs)
}
