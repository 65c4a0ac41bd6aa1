/**
 * What is indexed of an event's own words: a line of tokens (`text/tokenText`) for each part. It is a row of plain text: a store keeps the
 * lines and, to find candidates, an index of the tokens in them; `text/scoreDocument` says what a search makes of it.
 */
export interface SearchDocument {
  /** The languages with stems in which some text of the event is written, in the order of `stemLanguages`. Their stop words are not required. */
  readonly languages: ReadonlyArray<string>
  readonly title: string
  /** Each keyword is a text of its own. */
  readonly keywords: string
  readonly description: string
  readonly longDescription: string
}

/**
 * What is indexed of a location: the folded words of its name and, on a second line, of its city. Kept apart from events, as it changes apart
 * from them; `text/placeText` makes the line of tokens of it, in the languages of each event. An event without location has "" for it.
 */
export type SearchPlace = string
