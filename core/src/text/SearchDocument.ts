import type { EventContent } from "../domain/Event.js"
import type { LocationContent } from "../domain/Location.js"
import type { MultilingualText } from "../domain/MultilingualText.js"
import type { SearchDocument, SearchPlace } from "../record/SearchDocument.js"
import { searchWords } from "./searchWords.js"
import { stemLanguageOf, stemLanguages } from "./StemLanguage.js"
import { type LanguageText, tokenText } from "./tokenText.js"

/** The parts of an event that search looks into, and what a word found there counts (wire.md §6). All are even, so that halves are whole. */
export const searchWeights = { title: 16, keywords: 8, place: 8, description: 4, longDescription: 2 } as const

/** A part of an event that search looks into. */
export type SearchField = keyof typeof searchWeights

/** The same, heaviest first. */
export const searchFields = ["title", "keywords", "place", "description", "longDescription"] as const satisfies ReadonlyArray<SearchField>

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

/** What is indexed of a location: the words of its name and of its city. */
export const searchPlace = ({ adminLevel4, name }: Pick<typeof LocationContent.Type, "name" | "adminLevel4">): SearchPlace =>
  [name, adminLevel4 ?? ""].map((text) => searchWords(text).join(" ")).join("\n").trim()
