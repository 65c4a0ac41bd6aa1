import { stemmer as stemDutch } from "@orama/stemmers/dutch"
import { stemmer as stemFrench } from "@orama/stemmers/french"
import { stemmer as stemGerman } from "@orama/stemmers/german"
import { stemmer as stemItalian } from "@orama/stemmers/italian"
import { stemmer as stemPortuguese } from "@orama/stemmers/portuguese"
import { stemmer as stemSpanish } from "@orama/stemmers/spanish"
import { stemmer as stemEnglish } from "stemmer"
import type { StemLanguage } from "./StemLanguage.js"

/**
 * The stemming algorithm of each language: Snowball's, and for English Porter's, from the packages named here and nowhere else.
 * English comes from a package of its own because Orama's leaves the `t` out of words in -tion ("exhibition" and "exhibit" part).
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
