import { foldText } from "../domain/text/foldText.js"
import { textWords } from "../domain/text/textWords.js"
import { search_words_max } from "./readSearch.js"
import { stopLanguagesOf } from "./stopWords.js"
import { type KeyWord, searchedKeys, searchedWords, wordKeys } from "./wordKeys.js"

/** The kinds of suggestions, in the order in which they are listed. */
export const suggestionTypes = ["word", "keyword", "place", "title"] as const

/** A search to offer while another is typed. */
export interface Suggestion {
  /** What completes the search: a word, a keyword, the name or city of a location, or a whole title. */
  readonly type: (typeof suggestionTypes)[number]
  /** The search to offer. */
  readonly text: string
}

/** The texts of something that a search found. */
export interface FoundTexts {
  readonly titles: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<string>
  readonly places: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
}

interface Typed {
  /** What stands before the last word. */
  readonly head: string
  /** The last word, folded; null when it is followed by a space. */
  readonly begun: string | null
  readonly words: ReadonlyArray<KeyWord>
  readonly folded: string
}

const word = /^[\p{L}\p{N}\p{M}]+/u
const wordsAndOthers = /[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu

const readTyped = (search: string): Typed => {
  const text = search.replaceAll('"', " ").replace(/\s+/g, " ").trimStart()
  const last = text.match(wordsAndOthers)?.at(-1)?.match(word)?.[0] ?? ""
  return {
    head: text.slice(0, text.length - last.length),
    begun: textWords(last).at(-1) ?? null,
    words: searchedKeys(text),
    folded: foldText(text)
  }
}

const begins = (text: string, begun: string | null): boolean => begun !== null && textWords(text).some((word) => word.startsWith(begun))

const hasAll = (text: string, words: ReadonlyArray<KeyWord>): boolean => {
  const keys = wordKeys([{ language: null, text }])
  return words.every(({ beginning, forms }) => keys.some((key) => key.startsWith(beginning) || forms.includes(key)))
}

/** The text alone when it has all words typed; behind the words before the last when it has the last. */
const completed = (text: string, { begun, head, words }: Typed): ReadonlyArray<string> =>
  hasAll(text, words) ? [text] : begins(text, begun) ? [`${head}${text}`] : []

const completedWords = (text: string, { begun, head }: Typed): ReadonlyArray<string> =>
  begun === null ? [] : (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).flatMap((word) => {
    const [folded = "", ...others] = textWords(word)
    return others.length === 0 && folded.startsWith(begun) && stopLanguagesOf(folded).length === 0 ? [`${head}${word}`] : []
  })

const candidatesIn = ({ descriptions, keywords, places, titles }: FoundTexts, typed: Typed) => ({
  word: [...titles, ...keywords, ...places, ...descriptions].flatMap((text) => completedWords(text, typed)),
  keyword: keywords.flatMap((text) => completed(text, typed)),
  place: places.flatMap((text) => completed(text, typed)),
  title: titles.filter((text) => hasAll(text, typed.words))
})

/** Texts that are equal when folded once, those of most lists first. */
const byFrequency = (lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const counts = new Map<string, { readonly text: string; count: number }>()
  for (const list of lists) {
    for (const [key, text] of new Map(list.toReversed().map((text) => [foldText(text), text]))) {
      const known = counts.get(key)
      if (known === undefined) counts.set(key, { text, count: 1 })
      else known.count += 1
    }
  }
  return [...counts.values()].toSorted((left, right) => right.count - left.count).map(({ text }) => text)
}

/** The share of each kind, in eighths; titles take what is left. */
const eighths = { word: 3, keyword: 2, place: 2, title: 8 } as const satisfies Record<Suggestion["type"], number>

/**
 * Searches that complete a search, made of the texts that it found, best first. So each leads to something that the
 * reader of these texts may see. No two are equal when folded, and none equals the search. Empty for a search without
 * words, or with more than `search_words_max`.
 *
 * @example
 * suggest("exp", [{ titles: ["Exposition de photos"], keywords: [], places: [], descriptions: [] }], 8)
 * // [{ type: "word", text: "Exposition" }, { type: "title", text: "Exposition de photos" }]
 */
export const suggest = (search: string, found: ReadonlyArray<FoundTexts>, size: number): ReadonlyArray<Suggestion> => {
  if (searchedWords(search).length > search_words_max) return []
  const typed = readTyped(search)
  if (typed.words.length === 0) return []
  const candidates = found.map((texts) => candidatesIn(texts, typed))
  const taken = new Set([typed.folded])
  return suggestionTypes.flatMap((type) => {
    const texts = byFrequency(candidates.map((one) => one[type])).filter((text) => !taken.has(foldText(text)))
    const chosen = texts.slice(0, Math.ceil(size * eighths[type] / 8))
    for (const text of chosen) taken.add(foldText(text))
    return chosen.map((text) => ({ type, text }))
  }).slice(0, size)
}
