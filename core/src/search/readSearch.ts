import { type Compound, compoundsIn } from "./compoundsIn.js"
import { districtAt } from "./districts.js"
import type { PhraseRun, SearchAlternative, SearchPhrase, SearchPlan, SearchWord } from "./SearchPlan.js"
import { type StemLanguage, stemLanguages } from "./StemLanguage.js"
import { stemOf } from "./stemOf.js"
import { stopLanguagesOf } from "./stopWords.js"
import { readSynonyms, type Synonyms } from "./synonyms.js"
import {
  accentedWords,
  cutWord,
  hasSpaceless,
  isSpaceless,
  joined_letters_min,
  joinedToken,
  joinWords,
  piecesOf,
  plainToken,
  prefixToken,
  runOfWord,
  searchWords,
  spelledToken,
  stemToken,
  stopToken,
  tokensOfWords
} from "./tokenText.js"

/**
 * Maximum number of words of a search over all its values: the distinct words of each value, and every word in quotes.
 */
export const search_words_max = 64

/** The parsed values of `search`. */
export type SearchReading =
  | { readonly _tag: "Search"; readonly plan: SearchPlan }
  /** No value has a letter or digit. */
  | { readonly _tag: "Nothing" }
  /** More than `search_words_max` words. */
  | { readonly _tag: "TooManyWords"; readonly words: number }

interface Passage {
  readonly words: ReadonlyArray<string>
  readonly quoted: boolean
  readonly compounds: ReadonlyArray<Compound>
  /** The tokens of its accented words as they are typed, by folded word. */
  readonly spelled: ReadonlyMap<string, string>
}

const quotes = /["“”„‟＂]/

/** The first compounds of a search, none twice. */
const fewCompounds = (compounds: ReadonlyArray<Compound>): ReadonlyArray<Compound> =>
  [...new Map(compounds.map((compound) => [compound.parts.join(" "), compound])).values()].slice(0, search_words_max)

const readPassages = (value: string): ReadonlyArray<Passage> => {
  const parts = value.split(quotes)
  const unpaired = parts.length % 2 === 0 ? parts.length - 1 : null
  return parts
    .map((part, index) => ({
      words: searchWords(part).map(cutWord),
      quoted: index % 2 === 1 && index !== unpaired,
      compounds: fewCompounds(compoundsIn(part, null).map(({ joined, parts }) => ({ joined: cutWord(joined), parts: parts.map(cutWord) }))),
      spelled: new Map(accentedWords(part).map(({ folded, written }) => [folded, spelledToken(written)]))
    }))
    .filter(({ words }) => words.length > 0)
}

/** Whether each of these words is a stop word in a language. */
const isOnlyStops = (language: StemLanguage, words: ReadonlyArray<string>): boolean =>
  words.every((word) => stopLanguagesOf(word).includes(language))

/** Whether a word may be the beginning of another one: two digits are an hour or a day and would match every year. */
const isBeginning = (folded: string): boolean => !/^\p{N}{1,2}$/u.test(folded)

const stemTokenOf = (language: StemLanguage, word: string): string => stemToken(language, stemOf(language, word))

const tokenIn = (language: StemLanguage, word: string): string =>
  stopLanguagesOf(word).includes(language) ? stopToken(language, stemOf(language, word)) : stemTokenOf(language, word)

/**
 * The runs of tokens of a word that is no stop word of these languages. A word of a script without spaces has the run
 * of its letters; words and numbers between them may be stop words.
 */
const requiredTokens = (folded: string, languages: ReadonlyArray<StemLanguage>): ReadonlyArray<string> => {
  const tokenOf = hasSpaceless(folded) ? tokenIn : stemTokenOf
  return [...new Set([runOfWord(folded, plainToken), ...languages.map((language) => runOfWord(folded, (word) => tokenOf(language, word)))])]
}

interface AskedWord {
  readonly folded: string
  readonly typed: string
  readonly isLast: boolean
  /** The compounds of the search that the word is a part of, each in one word, and its synonyms. */
  readonly others: ReadonlyArray<string>
  /** The word with the one before and the one behind it, each in one word. */
  readonly joined: ReadonlyArray<string>
}

/** The word joined with each of its neighbours, unless it or that one is a stop word in some language. */
const joinedAt = (words: ReadonlyArray<string>, index: number): ReadonlyArray<string> => {
  const neighbours = words.slice(Math.max(index - 1, 0), index + 2)
  return neighbours.slice(1).flatMap((second, position) => {
    const first = neighbours[position] ?? ""
    return [first, second].some((word) => stopLanguagesOf(word).length > 0) ? [] : joinWords(first, second) ?? []
  })
}

const planWord = ({ folded, isLast, joined, others, typed }: AskedWord, onlyStops: ReadonlyArray<StemLanguage>): SearchWord => {
  const stopLanguages = stopLanguagesOf(folded)
  const optionalIn = stopLanguages.filter((language) => !onlyStops.includes(language))
  const languages = stemLanguages.filter((language) => !optionalIn.includes(language))
  const asked = stopLanguages.filter((language) => !optionalIn.includes(language))
  const beginnings = optionalIn.length === 0
    ? [prefixToken(folded)]
    // A stop word gets no prefix token: that token has no language, so it would match in texts that ignore the word.
    : [plainToken(folded), ...languages.map((language) => stemToken(language, folded))]
  const isWithin = piecesOf(folded).every(isSpaceless)
  return {
    folded,
    typed,
    tokens: [
      ...requiredTokens(folded, languages),
      ...asked.map((language) => stopToken(language, stemOf(language, folded))),
      ...others.flatMap((word) => requiredTokens(word, stemLanguages)),
      ...(optionalIn.length === 0 && folded.length >= joined_letters_min ? [joinedToken(folded)] : []),
      ...joined.map(prefixToken)
    ],
    // A word of a script without spaces matches within words, so at their beginnings too.
    prefixes: isLast && !isWithin && isBeginning(folded) ? beginnings : [],
    optionalIn
  }
}

/** The run of a phrase in a text of `language`, where the stop words of `second` are stop words too. */
const phraseRun = (
  words: ReadonlyArray<string>,
  language: StemLanguage,
  second: StemLanguage,
  onlyStops: ReadonlyArray<StemLanguage>
): PhraseRun => {
  const isStop = (word: string): boolean => stopLanguagesOf(word).some((one) => one === language || one === second)
  const tokens = tokensOfWords(words, (word) => (isStop(word) ? stopToken : stemToken)(language, stemOf(language, word)))
  return {
    tokens: tokens.join(" "),
    scored: onlyStops.includes(language) ? words.length : words.filter((word) => !isStop(word)).length,
    placeOnly: second !== language
  }
}

/**
 * The runs of a phrase in a language, that of its own texts first. In a location name, the stop words of all languages
 * of the event are stop words, so there is one more run per second language with other stop words. Third languages are
 * ignored: they matter only for phrases with stop words of two other languages.
 */
const phraseRuns = (
  words: ReadonlyArray<string>,
  language: StemLanguage,
  onlyStops: ReadonlyArray<StemLanguage>
): ReadonlyArray<PhraseRun> => {
  const runs = [language, ...stemLanguages].map((second) => phraseRun(words, language, second, onlyStops))
  return runs.filter(({ tokens }, index) => runs.findIndex((run) => run.tokens === tokens) === index)
}

const planPhrase = (words: ReadonlyArray<string>, onlyStops: ReadonlyArray<StemLanguage>): SearchPhrase => ({
  folded: words.join(" "),
  runs: [
    { tokens: tokensOfWords(words, plainToken).join(" "), scored: words.length, placeOnly: false },
    ...stemLanguages.flatMap((language) => phraseRuns(words, language, onlyStops))
  ]
})

const inOrder = (words: ReadonlyArray<string>, onlyStops: ReadonlyArray<StemLanguage>): ReadonlyArray<string> =>
  words.length < 2 || words.length > search_words_max
    ? []
    : planPhrase(words, onlyStops).runs.flatMap(({ placeOnly, tokens }) => placeOnly ? [] : [tokens])

/** The number of words of a value: a repeated word counts once, but in a phrase each occurrence counts. */
const countWords = (passages: ReadonlyArray<Passage>): number => {
  const inQuotes = passages.flatMap(({ quoted, words }) => quoted ? words : [])
  return inQuotes.length + new Set(passages.flatMap(({ quoted, words }) => quoted ? [] : words)).size
}

/** Those with different keys, the first of equals, in order. */
const distinctBy = <A>(all: ReadonlyArray<A>, keyOf: (one: A) => string): ReadonlyArray<A> => {
  const known = new Map<string, A>()
  for (const one of all) if (!known.has(keyOf(one))) known.set(keyOf(one), one)
  return [...known.values()]
}

const planPassages = (passages: ReadonlyArray<Passage>, synonymsOf: (folded: string) => ReadonlyArray<string>): SearchAlternative => {
  const all = passages.flatMap(({ words }) => words)
  const onlyStops = stemLanguages.filter((language) => isOnlyStops(language, all))
  const words = passages.flatMap(({ quoted, words }) => quoted ? [] : words)
  const compounds = fewCompounds(passages.flatMap(({ compounds, quoted }) => quoted ? [] : compounds))
  const joinedOf = (word: string) => compounds.flatMap(({ joined, parts }) => parts.includes(word) ? [joined] : [])
  const last = passages.at(-1)?.quoted === false ? words.length - 1 : null
  const phrases = distinctBy(passages.filter(({ quoted }) => quoted).map(({ words }) => words), (words) => words.join(" "))
  const spelled = new Map(passages.toReversed().flatMap(({ spelled }) => [...spelled]))
  const asked = words.map((word, index) => ({ word, index, folded: districtAt(words, index) ?? word }))
  const planned = distinctBy(asked, ({ folded }) => folded).map(({ folded, index, word }) => {
    const others = [...joinedOf(word), ...synonymsOf(word)]
    const joined = joinedAt(words, index).filter((one) => !others.includes(one))
    const typed = spelled.get(folded) ?? prefixToken(folded)
    return planWord({ folded, typed, isLast: index === last, others, joined }, onlyStops)
  })
  return { words: planned, phrases: phrases.map((words) => planPhrase(words, onlyStops)), inOrder: inOrder(words, onlyStops) }
}

/**
 * Reads the values of the parameter `search` (wire.md §6).
 *
 * Words are runs of letters and digits. Between two double quotes, straight or typographic, they form a phrase; an
 * unpaired quote is a space. The last word also matches as a prefix, unless the value ends with a phrase, or the word
 * is one or two digits. A word or phrase repeated in a value counts once, and must occur whole. A value without words
 * matches nothing. Outside quotes, the compound `ciné-club` also matches the word `cineclub`. A word of a script
 * without spaces matches anywhere within a word.
 *
 * A stop word of a text's language is neither required nor scored there, unless the value has no other word in that
 * language, in quotes or not. Each language is evaluated separately: in French texts, `l'or` requires "or" (gold),
 * an English stop word, but not `l`, a French one. A phrase must occur with its stop words, which score nothing.
 *
 * A word outside quotes also matches where its `synonyms` do, in all their forms.
 *
 * @example
 * readSearch(['"vie en rose" pia']) // one alternative: the phrase, and a word that begins with "pia"
 */
export const readSearch = (values: ReadonlyArray<string>, synonyms: Synonyms = []): SearchReading => {
  const readings = [...new Set(values)].map(readPassages).filter((passages) => passages.length > 0)
  if (readings.length === 0) return { _tag: "Nothing" }
  const synonymsOf = readSynonyms(synonyms)
  const words = readings.reduce((sum, passages) => sum + countWords(passages), 0)
  return words > search_words_max
    ? { _tag: "TooManyWords", words }
    : { _tag: "Search", plan: { alternatives: readings.map((passages) => planPassages(passages, synonymsOf)) } }
}

/** The word as the beginning of words; null when it is a stop word or too short a number for that. */
export const asBeginning = (word: SearchWord): SearchWord | null =>
  word.optionalIn.length > 0 || !isBeginning(word.folded) ? null : { ...word, prefixes: [prefixToken(word.folded)] }

/** The word of a search that any of these folded words matches, at least one. The first counts as typed. */
export const wordOfAny = (words: ReadonlyArray<string>): SearchWord => ({
  folded: words.join(" "),
  typed: prefixToken(words[0] ?? ""),
  tokens: words.flatMap((word) => requiredTokens(word, stemLanguages)),
  prefixes: [],
  optionalIn: []
})

/** The phrase of these folded words, which all score. */
export const phraseOf = (words: ReadonlyArray<string>): SearchPhrase => planPhrase(words, stemLanguages)
