/**
 * The full-text index of an event's own texts: one line of tokens (`search/tokenText`) per part. Stores save the lines
 * and index their tokens to find candidates; `search/scoreDocument` scores them.
 */
export interface SearchDocument {
  /**
   * The stemmed languages of the event's texts, in the order of `stemLanguages`. Their stop words are optional in a
   * search.
   */
  readonly languages: ReadonlyArray<string>
  readonly title: string
  /** Each keyword is tokenized as a separate text. */
  readonly keywords: string
  readonly description: string
  readonly longDescription: string
}

/**
 * The full-text index of a location, one line per text: the folded words of its name, of its city and of a district in
 * it, then its compounds, each in one word. Lines of its area (address, postcode, administrative levels) begin with
 * `|`. Stored apart from events, because it changes independently; `search/placeText` and `search/areaText` convert it
 * to tokens in each event's languages. "" for an event without location.
 */
export type SearchPlace = string
