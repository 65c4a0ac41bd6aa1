import type { EventStatus } from "@agenda-engine/core/domain/event/Event"
import type { Availability } from "@agenda-engine/core/domain/ticketing/Ticketing"
import { de } from "./texts/de.js"
import { en } from "./texts/en.js"
import { es } from "./texts/es.js"
import { fr } from "./texts/fr.js"
import { it } from "./texts/it.js"
import { nl } from "./texts/nl.js"
import { pt } from "./texts/pt.js"

/** Texts of the public pages in one language. */
export interface PageTexts {
  /** The language's own name. */
  readonly language: string
  readonly languages: string
  readonly skip: string
  readonly search: string
  readonly searchIn: string
  readonly results: (count: number) => string
  readonly none: string
  readonly upcoming: string
  readonly months: string
  readonly pages: string
  readonly previous: string
  readonly next: string
  readonly pageOf: (page: number, pages: number) => string
  readonly featured: string
  readonly moreDates: (count: number) => string
  readonly when: string
  readonly dates: string
  readonly allDates: (count: number) => string
  readonly pastDates: (count: number) => string
  readonly past: string
  readonly where: string
  readonly map: string
  readonly online: string
  readonly join: string
  readonly tickets: string
  readonly bookAt: (provider: string) => string
  readonly free: string
  readonly from: (price: string) => string
  readonly asYouLike: string
  readonly onSaleFrom: (when: string) => string
  readonly onSaleThrough: (when: string) => string
  readonly calendar: string
  readonly allToCalendar: string
  readonly subscribe: string
  readonly conditions: string
  readonly registration: string
  readonly ages: string
  readonly age: (min: number | null, max: number | null) => string
  readonly accessibility: string
  readonly accessible: { readonly hi: string; readonly vi: string; readonly pi: string; readonly mi: string; readonly ii: string }
  readonly keywords: string
  readonly yes: string
  readonly no: string
  readonly about: string
  readonly credits: string
  readonly backTo: (agenda: string) => string
  readonly missing: string
  readonly missingWhy: string
  readonly status: { readonly [S in EventStatus]: string }
  readonly availability: { readonly [A in Availability]: string }
}

/** Texts of the public pages, by language. */
export const pageTexts = { en, fr, de, it, es, nl, pt } as const satisfies { readonly [lang: string]: PageTexts }

/** A language of the public pages. */
export type PageLanguage = keyof typeof pageTexts

const isPageLanguage = (code: string): code is PageLanguage => Object.hasOwn(pageTexts, code)

/** Languages of the public pages. */
export const pageLanguages: ReadonlyArray<PageLanguage> = Object.keys(pageTexts).filter(isPageLanguage)

/** The page language of a language tag (`pt` for `pt-BR`); null when there is none. */
export const pageLanguageOf = (tag: string): PageLanguage | null => {
  const code = tag.trim().toLowerCase().split("-", 1).join("")
  return isPageLanguage(code) ? code : null
}

/** The page languages of `Accept-Language`, in order of preference (RFC 9110 §12.5.4). */
export const acceptedLanguages = (header: string): ReadonlyArray<PageLanguage> => {
  const ranges = header.split(",").flatMap((range) => {
    const [tag = "", ...parameters] = range.split(";")
    const weight = /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(parameters.join(";"))?.[1] ?? "1"
    const lang = pageLanguageOf(tag)
    return lang === null || Number(weight) === 0 ? [] : [{ lang, weight: Number(weight) }]
  })
  return [...new Set(ranges.toSorted((a, b) => b.weight - a.weight).map(({ lang }) => lang))]
}
