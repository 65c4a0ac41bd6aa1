import { stemLanguageOf } from "../../src/search/StemLanguage.js"
import { stemOf } from "../../src/search/stemOf.js"
import { stopLanguagesOf } from "../../src/search/stopWords.js"
import { searchWords } from "../../src/search/tokenText.js"

/** A word of a text after linguistic analysis. */
export interface AnalysedWord {
  /** With case, accents and letter forms folded. */
  readonly folded: string
  /** The folded stem; null for a language without stemming. */
  readonly stem: string | null
  /** Whether it is a stop word of the language of the text. */
  readonly isStop: boolean
}

/**
 * The words of a text in order, analysed by the rules of its language; null for no language (wire.md §6, Search).
 *
 * @example
 * analyse("Les musées", "fr")
 * // [{ folded: "les", stem: "le", isStop: true }, { folded: "musees", stem: "mus", isStop: false }]
 */
export const analyse = (text: string, language: string | null): ReadonlyArray<AnalysedWord> => {
  const rules = language === null ? null : stemLanguageOf(language)
  return searchWords(text).map((folded) => ({
    folded,
    stem: rules === null ? null : stemOf(rules, folded),
    isStop: rules !== null && stopLanguagesOf(folded).includes(rules)
  }))
}
