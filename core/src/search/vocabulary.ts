import type { SearchDocument, SearchPlace } from "../record/SearchDocument.js"
import type { VocabularyWord } from "../record/VocabularyWord.js"
import { stopLanguagesOf } from "./stopWords.js"
import { boundary, tokensIn } from "./tokenText.js"

/** The prefix of tokens with a whole folded word (`prefixToken`). */
const wholeWord = "p:"

const wordsIn = (line: string): ReadonlyArray<string> =>
  tokensIn(line).flatMap((token) => token.startsWith(wholeWord) ? [token.slice(wholeWord.length)] : [])

/** Words of a description that are worth a count: at least four letters long and without an ASCII digit. */
const isLong = (word: string): boolean => /^[^0-9]{4,}$/u.test(word)

/**
 * The distinct folded words of the title and keywords of an event and the long ones of its description, except stop
 * words. The SQL adapters subtract the words of stored lines from stored counts: a change needs new index rules, and a
 * migration step that empties the text table and `agenda_word_count`.
 */
export const vocabularyOf = (
  { description, keywords, title }: Pick<SearchDocument, "description" | "keywords" | "title">
): ReadonlyArray<string> => [...new Set([...wordsIn(title), ...wordsIn(keywords), ...wordsIn(description).filter(isLong)])]

/** The distinct folded words of the name and city of a location. */
export const vocabularyOfPlace = (place: SearchPlace): ReadonlyArray<string> => [
  ...new Set(place.split("\n").flatMap((line) => line === "" || line.startsWith(boundary) ? [] : line.split(" ")))
]

/** Whether searches are corrected to a word: it has no digit and is a stop word in no language. */
const isCorrection = (word: string): boolean => !/\p{N}/u.test(word) && stopLanguagesOf(word).length === 0

/** Counts of words, by word. */
export class WordCounts {
  private readonly counts = new Map<string, number>()

  /** `beginning`: words that do not start with it are left out. */
  constructor(private readonly beginning: string) {}

  /** Adds a word that some events have, unless it has a digit or is a stop word of any language. */
  add(word: string, events: number): void {
    if (word.startsWith(this.beginning) && isCorrection(word)) this.counts.set(word, (this.counts.get(word) ?? 0) + events)
  }

  /** All words, in any order. */
  words(): ReadonlyArray<VocabularyWord> {
    return [...this.counts].map(([word, events]) => ({ word, events }))
  }
}
