import { foldWords } from "../domain/text/foldText.js"
import { type Compound, compoundsIn } from "./compoundsIn.js"
import { stemLanguageOf, stemLanguages } from "./StemLanguage.js"
import { stemOf } from "./stemOf.js"
import { stopLanguagesOf } from "./stopWords.js"
import type { LanguageText } from "./tokenText.js"

/** A word of an agenda or location search. */
export interface KeyWord {
  /** The folded word: it matches where a word begins with it. */
  readonly beginning: string
  /** It matches whole where one of these is a key: the folded word, its stems, and its compounds in one word. */
  readonly forms: ReadonlyArray<string>
}

/** The stems of a folded word: in one language, or in all if it is unknown. Stop words of the language have none. */
const stemsOf = (folded: string, language: string | null): ReadonlyArray<string> => {
  const rules = language === null ? null : stemLanguageOf(language)
  const languages = language === null ? stemLanguages : stemLanguages.filter((one) => one === rules)
  const stops = stopLanguagesOf(folded)
  return languages.flatMap((one) => stops.includes(one) ? [] : [stemOf(one, folded)])
}

/** The compounds of a text. If its language is unknown, `O'Connor` is one too, as in English. */
const compoundsOf = (text: string, language: string | null): ReadonlyArray<Compound> =>
  language === null ? [...compoundsIn(text, null), ...compoundsIn(text, "en")] : compoundsIn(text, stemLanguageOf(language))

const distinct = (words: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(words)]

/**
 * The keys of some texts in agenda and location search: their folded words, the stems of these, and their compounds in
 * one word. A word whose language is unknown (null) has its stems in all languages.
 *
 * @example
 * wordKeys([{ language: "fr", text: "Ciné-club : expositions" }])
 * // ["cine", "cin", "club", "expositions", "exposit", "cineclub"]
 */
export const wordKeys = (texts: ReadonlyArray<LanguageText>): ReadonlyArray<string> =>
  distinct(texts.flatMap(({ language, text }) => {
    const compounds = compoundsOf(text, language).map(({ joined }) => joined)
    return [...foldWords(text), ...compounds].flatMap((word) => [word, ...stemsOf(word, language)])
  }))

/**
 * The distinct words of an agenda or location search. Stop words of any language are left out, unless there are only
 * such.
 *
 * @example
 * searchedKeys("les concerts").map(({ beginning }) => beginning) // ["concerts"]
 */
export const searchedKeys = (search: string): ReadonlyArray<KeyWord> => {
  const words = distinct(foldWords(search))
  const significant = words.filter((word) => stopLanguagesOf(word).length === 0)
  const compounds = compoundsOf(search, null)
  return (significant.length > 0 ? significant : words).map((beginning) => ({
    beginning,
    forms: distinct(
      [beginning, ...compounds.flatMap(({ joined, parts }) => parts.includes(beginning) ? [joined] : [])]
        .flatMap((word) => [word, ...stemsOf(word, null)])
    )
  }))
}

/** The keys of an agenda's title, joined by spaces (`AgendaRecord.titleFolded`). */
export const titleKeys = (title: string): string => wordKeys([{ language: null, text: title }]).join(" ")
