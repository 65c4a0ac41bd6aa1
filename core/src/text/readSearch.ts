import type { SearchAlternative, SearchPhrase, SearchPlan, SearchWord } from "./SearchPlan.js"
import { plainToken, prefixToken, stemToken } from "./SearchToken.js"
import { searchWords } from "./searchWords.js"
import { stemLanguages } from "./StemLanguage.js"
import { stemOf } from "./stemOf.js"
import { stopLanguagesOf } from "./stopWords.js"

/** How many words a search holds at most, over all its values. */
export const search_words_max = 64

/** What the values of `search` amount to. */
export type SearchReading =
  | { readonly _tag: "Search"; readonly plan: SearchPlan }
  /** No value holds a letter or digit: nothing is searched for. */
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

const planWord = (folded: string, isPrefix: boolean): SearchWord => ({
  folded,
  tokens: [plainToken(folded), ...stemLanguages.map((language) => stemToken(language, stemOf(language, folded)))],
  prefix: isPrefix ? prefixToken(folded) : null,
  optionalIn: stopLanguagesOf(folded)
})

const planPhrase = (words: ReadonlyArray<string>): SearchPhrase => ({
  folded: words.join(" "),
  length: words.length,
  runs: [
    words.map(plainToken).join(" "),
    ...stemLanguages.map((language) => words.map((word) => stemToken(language, stemOf(language, word))).join(" "))
  ]
})

const planPassages = (passages: ReadonlyArray<Passage>): SearchAlternative => {
  const loose = passages.flatMap(({ quoted, words }) => quoted ? [] : words)
  const last = passages.at(-1)?.quoted === false ? loose.length - 1 : null
  const phrases = passages.flatMap(({ quoted, words }) => quoted ? [planPhrase(words)] : [])
  return {
    words: loose.flatMap((word, index) => loose.indexOf(word) === index ? [planWord(word, index === last)] : []),
    phrases: phrases.filter(({ folded }, index) => phrases.findIndex((phrase) => phrase.folded === folded) === index)
  }
}

/**
 * Reads the values of the parameter `search` (wire.md §6).
 *
 * Words are runs of letters and digits. Between two double quotes, straight or typographic, they form a phrase; a quote without partner
 * reads as a space. The last word also counts by its beginning, unless the value ends on a phrase. A word or phrase said twice in a value
 * counts once, and has to occur whole. A value without words says nothing, as an empty one.
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
