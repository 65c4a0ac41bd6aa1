import { stemmer as stemDutch } from "@orama/stemmers/dutch"
import { stemmer as stemFrench } from "@orama/stemmers/french"
import { stemmer as stemGerman } from "@orama/stemmers/german"
import { stemmer as stemItalian } from "@orama/stemmers/italian"
import { stemmer as stemPortuguese } from "@orama/stemmers/portuguese"
import { stemmer as stemSpanish } from "@orama/stemmers/spanish"
import { stemmer as stemEnglish } from "stemmer"
import type { StemLanguage } from "./StemLanguage.js"

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
