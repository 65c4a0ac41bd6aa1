import type { EventContent } from "../domain/Event.js"
import type { LocationContent } from "../domain/Location.js"
import type { MultilingualText } from "../domain/MultilingualText.js"
import { type StemLanguage, stemLanguageOf, stemLanguages } from "./StemLanguage.js"
import { type LanguageText, tokenText } from "./tokenText.js"

/** The parts of an event that search looks into, and what a word found there counts (wire.md §6). All are even, so that halves are whole. */
export const searchWeights = { title: 16, keywords: 8, place: 8, description: 4, longDescription: 2 } as const

/** A part of an event that search looks into. */
export type SearchField = keyof typeof searchWeights

/** The same, heaviest first. */
export const searchFields = ["title", "keywords", "place", "description", "longDescription"] as const satisfies ReadonlyArray<SearchField>

/**
 * What is indexed of an event's own words: a line of tokens (`tokenText`) for each part. It is a row of plain text: a store keeps the
 * lines and, to find candidates, an index of the tokens in them; `scoreDocument` says what a search makes of it.
 */
export interface SearchDocument {
  /** The languages with stems in which some text of the event is written, in the order of `stemLanguages`. Their stop words are not required. */
  readonly languages: ReadonlyArray<StemLanguage>
  readonly title: string
  /** Each keyword is a text of its own. */
  readonly keywords: string
  readonly description: string
  readonly longDescription: string
}

/**
 * What is indexed of a location: a line of tokens, name and city being two texts in no known language. Kept apart from events, as it changes
 * apart from them; an event without location has "" for it.
 */
export type SearchPlace = string

const inLanguages = (text: MultilingualText): ReadonlyArray<LanguageText> =>
  Object.entries(text).map(([language, text]) => ({ language, text }))

/** What is indexed of an event's own words. */
export const searchDocument = (
  { description, keywords, longDescription, title }: Pick<
    typeof EventContent.Type,
    "title" | "keywords" | "description" | "longDescription"
  >
): SearchDocument => {
  const listed = Object.entries(keywords).flatMap(([language, texts]) => texts.map((text) => ({ language, text })))
  const texts = [inLanguages(title), listed, inLanguages(description), inLanguages(longDescription)].flat()
  const used = new Set(texts.map(({ language, text }) => text.trim() === "" || language === null ? null : stemLanguageOf(language)))
  return {
    languages: stemLanguages.filter((language) => used.has(language)),
    title: tokenText(inLanguages(title)),
    keywords: tokenText(listed),
    description: tokenText(inLanguages(description)),
    longDescription: tokenText(inLanguages(longDescription))
  }
}

/** What is indexed of a location: its name and its city. */
export const searchPlace = ({ adminLevel4, name }: Pick<typeof LocationContent.Type, "name" | "adminLevel4">): SearchPlace =>
  tokenText([{ language: null, text: name }, { language: null, text: adminLevel4 ?? "" }])
