import { de } from "./texts/de.js"
import { en } from "./texts/en.js"
import { es } from "./texts/es.js"
import { fr } from "./texts/fr.js"
import { it } from "./texts/it.js"
import { nl } from "./texts/nl.js"
import type { PageTexts } from "./texts/PageTexts.js"
import { pt } from "./texts/pt.js"

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
