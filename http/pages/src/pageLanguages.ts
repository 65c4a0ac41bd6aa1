import { languageTag } from "@agenda-engine/core/domain/text/languageTag"
import { isPageLanguage, type PageLanguage } from "@agenda-engine/http/exports/calendarExport"
import { de } from "./texts/de.js"
import { en } from "./texts/en.js"
import { es } from "./texts/es.js"
import { fr } from "./texts/fr.js"
import { it } from "./texts/it.js"
import { nl } from "./texts/nl.js"
import type { PageTexts } from "./texts/PageTexts.js"
import { pt } from "./texts/pt.js"

/** Texts of the public pages, by language. */
export const pageTexts: { readonly [L in PageLanguage]: PageTexts } = { en, fr, de, it, es, nl, pt }

/** Languages of the public pages. */
export const pageLanguages: ReadonlyArray<PageLanguage> = Object.keys(pageTexts).filter(isPageLanguage)

/** Maximum number of languages that are taken from `Accept-Language`. */
const accepted_max = 20

/**
 * The language tags of `Accept-Language`, in order of preference (RFC 9110 §12.5.4), at most 20. Invalid tags and `*`
 * are omitted.
 *
 * @example
 * acceptedLanguages("en;q=0.5, br") // ["br", "en"]
 */
export const acceptedLanguages = (header: string): ReadonlyArray<string> => {
  const ranges = header.split(",").flatMap((range) => {
    const [written = "", ...parameters] = range.split(";")
    const weight = /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(parameters.join(";"))?.[1] ?? "1"
    const tag = languageTag(written.trim())
    return tag === undefined || Number(weight) === 0 ? [] : [{ tag, weight: Number(weight) }]
  })
  return [...new Set(ranges.toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag))].slice(0, accepted_max)
}

/**
 * The name of a language in that language: `brezhoneg` for `br`. A tag without a known name is its own name.
 */
export const languageName = (tag: string): string => {
  const [primary] = tag.split("-")
  if (isPageLanguage(tag)) return pageTexts[tag].language
  try {
    return new Intl.DisplayNames([tag, primary ?? tag], { type: "language", fallback: "code" }).of(tag) ?? tag
  } catch {
    // The pattern of language tags admits some that `Intl` refuses.
    return tag
  }
}
