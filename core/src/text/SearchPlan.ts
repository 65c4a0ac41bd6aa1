import type { StemLanguage } from "./StemLanguage.js"

/** A word that is searched for, outside quotes. */
export interface SearchWord {
  readonly folded: string
  /**
   * It occurs in a part of an event if one of these tokens does: as it is folded, and its stem in every language that has stems and in which
   * it is no stop word, or the search asks for nothing but stop words.
   */
  readonly tokens: ReadonlyArray<string>
  /** For the last word: it occurs by its beginning, for half, where a token begins with one of these. Empty for the others. */
  readonly prefixes: ReadonlyArray<string>
  /** The languages in which it is a stop word beside other words. Where an event has a text in one of them, it need not occur. */
  readonly optionalIn: ReadonlyArray<StemLanguage>
}

/** Words in quotes: they have to occur one behind the other, in one text, stop words too. */
export interface SearchPhrase {
  readonly folded: string
  /** How many words. */
  readonly length: number
  /** It occurs in a part of an event if one of these runs of tokens, joined by single spaces, does. */
  readonly runs: ReadonlyArray<string>
}

/** What one value of `search` asks for: all of it has to be met. */
export interface SearchAlternative {
  readonly words: ReadonlyArray<SearchWord>
  readonly phrases: ReadonlyArray<SearchPhrase>
}

/**
 * A search as data: strings, numbers and lists, nothing to call. An event matches when it meets one of the alternatives (there is at least
 * one, each with at least one word or phrase), and its score, which is above 0, is the best that one of them gives. `scoreDocument` is its meaning, executable.
 */
export interface SearchPlan {
  readonly alternatives: ReadonlyArray<SearchAlternative>
}
