import { stemmer as stemDutch } from "@orama/stemmers/dutch"
import { stemmer as stemFrench } from "@orama/stemmers/french"
import { stemmer as stemGerman } from "@orama/stemmers/german"
import { stemmer as stemItalian } from "@orama/stemmers/italian"
import { stemmer as stemPortuguese } from "@orama/stemmers/portuguese"
import { stemmer as stemSpanish } from "@orama/stemmers/spanish"
import { stemmer as stemEnglish } from "stemmer"

/** Languages with stemming. Words of other languages are compared in folded form. */
export const stemLanguages = ["de", "en", "es", "fr", "it", "nl", "pt"] as const
/** A language with stemming. */
export type StemLanguage = (typeof stemLanguages)[number]

/**
 * The stemming language of a language tag, by its primary subtag; null when there is none.
 *
 * @example
 * stemLanguageOf("pt-BR") // "pt"
 * stemLanguageOf("br") // null
 */
export const stemLanguageOf = (tag: string): StemLanguage | null => {
  const primary = tag.split("-", 1)[0]?.toLowerCase()
  return stemLanguages.find((language) => language === primary) ?? null
}

/**
 * The stemming algorithm of each language: Snowball, and Porter for English. No other module imports these packages.
 * English comes from a package of its own, because Orama's stems "exhibition" and "exhibit" differently.
 */
export const stemmers: { readonly [L in StemLanguage]: (word: string) => string } = {
  de: stemGerman,
  en: stemEnglish,
  es: stemSpanish,
  fr: stemFrench,
  it: stemItalian,
  nl: stemDutch,
  pt: stemPortuguese
}
