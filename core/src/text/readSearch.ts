import type { SearchAlternative, SearchPhrase, SearchPlan, SearchWord } from "./SearchPlan.js"
import { plainToken, prefixToken, stemToken, stopToken } from "./SearchToken.js"
import { searchWords } from "./searchWords.js"
import { type StemLanguage, stemLanguages } from "./StemLanguage.js"
import { stemOf } from "./stemOf.js"
import { stopLanguagesOf } from "./stopWords.js"

/** How many words a search holds at most, over all its values. */
export const search_words_max = 64

/** What the values of `search` amount to. */
export type SearchReading =
  | { readonly _tag: "Search"; readonly plan: SearchPlan }
  /** No value holds a letter or digit. */
  | { readonly _tag: "Nothing" }
  /** More than `search_words_max` words. */
  | { readonly _tag: "TooManyWords"; readonly words: number }

interface Passage {
  readonly words: ReadonlyArray<string>
  readonly quoted: boolean
}

const quotes = /["“”„‟＂]/

const readPassages = (value: string): ReadonlyArray<Passage> => {
  const parts = value.split(quotes)
  const unpaired = parts.length % 2 === 0 ? parts.length - 1 : null
  return parts
    .map((part, index) => ({ words: searchWords(part), quoted: index % 2 === 1 && index !== unpaired }))
    .filter(({ words }) => words.length > 0)
}

/** The words outside quotes, and whether there are phrases beside them. */
interface Loose {
  readonly words: ReadonlyArray<string>
  readonly hasPhrases: boolean
}

/** Whether a search says nothing in a language but stop words, which then are words like others. */
const isOnlyStops = (language: StemLanguage, { hasPhrases, words }: Loose): boolean =>
  !hasPhrases && words.every((word) => stopLanguagesOf(word).includes(language))

const planWord = (folded: string, isLast: boolean, loose: Loose): SearchWord => {
  const stopLanguages = stopLanguagesOf(folded)
  const optionalIn = stopLanguages.filter((language) => !isOnlyStops(language, loose))
  const stems = stemLanguages.filter((language) => !optionalIn.includes(language)).map((language) => ({
    language,
    stem: stemOf(language, folded)
  }))
  const asked = stopLanguages.filter((language) => !optionalIn.includes(language))
  const beginnings = optionalIn.length === 0
    ? [prefixToken(folded)]
    // Prefix tokens do not tell the language, stems do: in the languages where it is a stop word, no beginning counts either.
    : [plainToken(folded), ...stems.map(({ language }) => stemToken(language, folded))]
  return {
    folded,
    tokens: [
      plainToken(folded),
      ...stems.map(({ language, stem }) => stemToken(language, stem)),
      ...asked.map((language) => stopToken(language, stemOf(language, folded)))
    ],
    prefixes: isLast ? beginnings : [],
    optionalIn
  }
}

const tokenIn = (language: StemLanguage, word: string): string => {
  const stem = stemOf(language, word)
  return stopLanguagesOf(word).includes(language) ? stopToken(language, stem) : stemToken(language, stem)
}

const planPhrase = (words: ReadonlyArray<string>): SearchPhrase => ({
  folded: words.join(" "),
  length: words.length,
  runs: [
    words.map(plainToken).join(" "),
    ...stemLanguages.map((language) => words.map((word) => tokenIn(language, word)).join(" "))
  ]
})

const planPassages = (passages: ReadonlyArray<Passage>): SearchAlternative => {
  const words = passages.flatMap(({ quoted, words }) => quoted ? [] : words)
  const last = passages.at(-1)?.quoted === false ? words.length - 1 : null
  const phrases = passages.flatMap(({ quoted, words }) => quoted ? [planPhrase(words)] : [])
  const loose = { words, hasPhrases: phrases.length > 0 }
  return {
    words: words.flatMap((word, index) => words.indexOf(word) === index ? [planWord(word, index === last, loose)] : []),
    phrases: phrases.filter(({ folded }, index) => phrases.findIndex((phrase) => phrase.folded === folded) === index)
  }
}

/**
 * Reads the values of the parameter `search` (wire.md §6).
 *
 * Words are runs of letters and digits. Between two double quotes, straight or typographic, they form a phrase; a quote without partner
 * reads as a space. The last word also counts by its beginning, unless the value ends on a phrase. A word or phrase said twice in a value
 * counts once, and has to occur whole. A value without words finds nothing.
 *
 * A stop word of a text's language is neither required nor counted there, unless the value has no other word in that language. A phrase keeps
 * all its words: they have to follow each other, and each counts.
 *
 * @example
 * readSearch(['"vie en rose" pia']) // one alternative: the phrase, and a word that begins with "pia"
 */
export const readSearch = (values: ReadonlyArray<string>): SearchReading => {
  const readings = values.map(readPassages).filter((passages) => passages.length > 0)
  if (readings.length === 0) return { _tag: "Nothing" }
  const words = readings.flat().reduce((sum, passage) => sum + passage.words.length, 0)
  return words > search_words_max
    ? { _tag: "TooManyWords", words }
    : { _tag: "Search", plan: { alternatives: readings.map(planPassages) } }
}
