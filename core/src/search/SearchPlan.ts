import type { SearchWeights } from "./SearchDocument.js"
import type { StemLanguage } from "./StemLanguage.js"

/** A search word outside quotes. */
export interface SearchWord {
  readonly folded: string
  /** The token of the word as it is typed, with its accents. It counts for `fitOf`; it does not decide what matches. */
  readonly typed: string
  /**
   * The word matches a part of an event that contains one of these tokens, or runs of tokens joined by single spaces:
   * a word of a script without spaces is a run of its letters. They are the folded form, and the stem in
   * every language with stems. Languages in which it is a stop word are excluded, unless the search consists only of
   * stop words.
   */
  readonly tokens: ReadonlyArray<string>
  /**
   * The word matches for half the weight when a token starts with one of these prefixes. Empty for all but the last
   * word.
   */
  readonly prefixes: ReadonlyArray<string>
  /**
   * Tokens of words of which this one may be a misspelling (`widenWords`). Where a part contains one, the word matches
   * with 1 point. Absent: none.
   */
  readonly near?: ReadonlyArray<string>
  /**
   * Languages in which the word is a stop word next to other words. It is optional for events with text in one of them.
   */
  readonly optionalIn: ReadonlyArray<StemLanguage>
}

/** The tokens of a phrase in one language. */
export interface PhraseRun {
  /** The tokens of all words, joined by single spaces. */
  readonly tokens: string
  /** Number of words that score. Stop words do not, unless the search has no other word in this language. */
  readonly scored: number
  /** Whether the run matches only the name or city of a location, because its stop words belong to two languages. */
  readonly placeOnly: boolean
}

/** Quoted words, which must occur consecutively in one text, stop words included. */
export interface SearchPhrase {
  readonly folded: string
  /** Matches a part of an event that contains one of the runs for that part. All have the same number of tokens. */
  readonly runs: ReadonlyArray<PhraseRun>
}

/** One value of `search`; all its words and phrases are required (AND). */
export interface SearchAlternative {
  readonly words: ReadonlyArray<SearchWord>
  readonly phrases: ReadonlyArray<SearchPhrase>
  /** The words in order as runs of tokens, one per language; empty for fewer than two words. They count for `fitOf`. */
  readonly inOrder: ReadonlyArray<string>
}

/**
 * A search as data, without functions. Alternatives are combined with OR; there is at least one, each with at least one
 * word or phrase. The score of a match is above 0 and the maximum over its alternatives. `scoreDocument` is the
 * executable definition.
 */
export interface SearchPlan {
  readonly alternatives: ReadonlyArray<SearchAlternative>
  /** The weights of the parts; absent: `searchWeights`. */
  readonly weights?: SearchWeights
}
