import type { SearchDocument, SearchPlace } from "../record/SearchDocument.js"
import type { VocabularyWord } from "../record/VocabularyWord.js"
import { boundary, tokensIn } from "./tokenText.js"

/** The prefix of tokens with a whole folded word (`prefixToken`). */
const wholeWord = "p:"

/** The distinct folded words of the title and keywords of an event, except stop words. */
export const vocabularyOf = ({ keywords, title }: Pick<SearchDocument, "keywords" | "title">): ReadonlyArray<string> => [
  ...new Set(
    [title, keywords].flatMap((line) =>
      tokensIn(line).flatMap((token) => token.startsWith(wholeWord) ? [token.slice(wholeWord.length)] : [])
    )
  )
]

/** The distinct folded words of the name and city of a location. */
export const vocabularyOfPlace = (place: SearchPlace): ReadonlyArray<string> => [
  ...new Set(place.split("\n").flatMap((line) => line === "" || line.startsWith(boundary) ? [] : line.split(" ")))
]

/** Counts of words, by word. */
export class WordCounts {
  private readonly counts = new Map<string, number>()

  /** `beginning`: words that do not start with it are left out. */
  constructor(private readonly beginning: string) {}

  /** Adds a word that some events have. */
  add(word: string, events: number): void {
    if (word.startsWith(this.beginning)) this.counts.set(word, (this.counts.get(word) ?? 0) + events)
  }

  /** All words, in any order. */
  words(): ReadonlyArray<VocabularyWord> {
    return [...this.counts].map(([word, events]) => ({ word, events }))
  }
}
