import { textWords } from "../domain/text/textWords.js"
import { type Compound, compoundsIn } from "./compoundsIn.js"
import { search_words_max } from "./readSearch.js"
import { stemLanguageOf, stemLanguages } from "./StemLanguage.js"
import { stemOf } from "./stemOf.js"
import { stopLanguagesOf } from "./stopWords.js"
import { cutWord, hasSpaceless, isSpaceless, type LanguageText, piecesOf } from "./tokenText.js"

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

/** Compared letters of a word of a script without spaces: each of its letters begins a key. */
const within_chars_max = 16

/** The word with its compared letters. */
const cutKey = (word: string): string => hasSpaceless(word) ? Array.from(cutWord(word)).slice(0, within_chars_max).join("") : cutWord(word)

/** What a word contains from each of its pieces on, and the pieces that stems are made of. */
const withinOf = (word: string): { readonly beginnings: ReadonlyArray<string>; readonly stemmed: ReadonlyArray<string> } => {
  const pieces = piecesOf(word)
  return pieces.length < 2 ? { beginnings: [cutKey(word)], stemmed: isSpaceless(word) ? [] : [cutKey(word)] } : {
    beginnings: pieces.map((_, index) => cutKey(pieces.slice(index, index + within_chars_max).join(""))),
    stemmed: pieces.filter((piece) => !isSpaceless(piece)).map(cutWord)
  }
}

/** The keys of a word: itself, its stems, and those of words within it in a script without spaces. */
const keysOf = (word: string, language: string | null): ReadonlyArray<string> => {
  const { beginnings, stemmed } = withinOf(word)
  return [...beginnings, ...stemmed.flatMap((one) => stemsOf(one, language))]
}

/**
 * The keys of some texts in agenda and location search: their folded words, the stems of these, and their compounds in
 * one word. A word whose language is unknown (null) has its stems in all languages. In a script without spaces, each
 * letter of a word begins a key.
 *
 * @example
 * wordKeys([{ language: "fr", text: "Ciné-club : expositions" }])
 * // ["cine", "cin", "club", "expositions", "exposit", "cineclub"]
 */
export const wordKeys = (texts: ReadonlyArray<LanguageText>): ReadonlyArray<string> =>
  distinct(texts.flatMap(({ language, text }) => {
    const compounds = compoundsOf(text, language).map(({ joined }) => joined)
    return [...textWords(text), ...compounds].flatMap((word) => keysOf(word, language))
  }))

/**
 * The distinct words of an agenda or location search, folded. Stop words of any language are left out, unless there are
 * only such.
 *
 * @example
 * searchedWords("les concerts") // ["concerts"]
 */
export const searchedWords = (search: string): ReadonlyArray<string> => {
  const words = distinct(textWords(search).map(cutKey))
  const significant = words.filter((word) => stopLanguagesOf(word).length === 0)
  return significant.length > 0 ? significant : words
}

/**
 * The words of an agenda or location search (`searchedWords`), with their forms.
 *
 * @example
 * searchedKeys("les concerts").map(({ beginning }) => beginning) // ["concerts"]
 */
export const searchedKeys = (search: string): ReadonlyArray<KeyWord> => {
  const compounds = compoundsOf(search, null).slice(0, search_words_max)
    .map(({ joined, parts }) => ({ joined: cutKey(joined), parts: parts.map(cutKey) }))
  return searchedWords(search).map((beginning) => ({
    beginning,
    forms: distinct(
      [beginning, ...compounds.flatMap(({ joined, parts }) => parts.includes(beginning) ? [joined] : [])]
        .flatMap((word) => [word, ...(hasSpaceless(word) ? [] : stemsOf(word, null))])
    )
  }))
}

/** The keys of an agenda's title, joined by spaces (`AgendaRecord.titleFolded`). */
export const titleKeys = (title: string): string => wordKeys([{ language: null, text: title }]).join(" ")
