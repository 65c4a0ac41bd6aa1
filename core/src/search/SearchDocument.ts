import type { LocationContent } from "../domain/agenda/Location.js"
import type { EventContent } from "../domain/event/Event.js"
import { memoize } from "../domain/memoize.js"
import { runSteps } from "../domain/runSteps.js"
import type { MultilingualText } from "../domain/text/MultilingualText.js"
import type { SearchDocument, SearchPlace } from "../record/SearchDocument.js"
import { compoundsIn } from "./compoundsIn.js"
import type { PhraseRun } from "./SearchPlan.js"
import { stemLanguageOf, stemLanguages } from "./StemLanguage.js"
import { type LanguageText, searchWords, tokenSteps, tokenText } from "./tokenText.js"

/** Weights of the searchable parts of an event (wire.md §6). All are even, so that half a weight is an integer. */
export const searchWeights = { title: 16, keywords: 8, place: 8, description: 4, longDescription: 2 } as const

/** A searchable part of an event. */
export type SearchField = keyof typeof searchWeights

/** The searchable parts in descending order of weight. */
export const searchFields = ["title", "keywords", "place", "description", "longDescription"] as const satisfies ReadonlyArray<SearchField>

const placeField: ReadonlyArray<SearchField> = ["place"]

const inLanguages = (text: MultilingualText): ReadonlyArray<LanguageText> =>
  Object.entries(text).map(([language, text]) => ({ language, text }))

/** The parts of an event that a phrase run can match. */
export const fieldsOfRun = ({ placeOnly }: PhraseRun): ReadonlyArray<SearchField> => placeOnly ? placeField : searchFields

type SearchedTexts = Pick<typeof EventContent.Type, "title" | "keywords" | "description" | "longDescription">

/** The search index text of an event, without its location. */
export const searchDocument = (texts: SearchedTexts): SearchDocument => runSteps(searchDocumentSteps(texts))

/** The steps of `searchDocument`, one per text. */
export function* searchDocumentSteps({ description, keywords, longDescription, title }: SearchedTexts): Generator<void, SearchDocument> {
  const listed = Object.entries(keywords).flatMap(([language, texts]) => texts.map((text) => ({ language, text })))
  const texts = [inLanguages(title), listed, inLanguages(description), inLanguages(longDescription)].flat()
  const used = new Set(texts.map(({ language, text }) => text.trim() === "" || language === null ? null : stemLanguageOf(language)))
  return {
    languages: stemLanguages.filter((language) => used.has(language)),
    title: yield* tokenSteps(inLanguages(title)),
    keywords: yield* tokenSteps(listed),
    description: yield* tokenSteps(inLanguages(description)),
    longDescription: yield* tokenSteps(inLanguages(longDescription))
  }
}

/** The search index text of a location: the words of its name, those of its city, and each compound in one word. */
export const searchPlace = ({ adminLevel4, name }: Pick<typeof LocationContent.Type, "name" | "adminLevel4">): SearchPlace => {
  const texts = [name, adminLevel4 ?? ""]
  const compounds = texts.flatMap((text) => compoundsIn(text, null)).map(({ joined }) => joined)
  return [...texts, ...compounds].map((text) => searchWords(text).join(" ")).join("\n").trim()
}

const lines_max = 4_096

const lineOf = memoize(lines_max, (key) => {
  const [tags = "", ...texts] = key.split("\n")
  const languages = tags === "" ? [] : tags.split(" ")
  const read: ReadonlyArray<string | null> = languages.length === 0 ? [null] : languages
  return tokenText(read.flatMap((language) => texts.map((text) => ({ language, text }))), languages)
})

/**
 * The words of a location as a token line, for an event with texts in these languages (`SearchDocument.languages`).
 * Words are analysed in each language, or folded when there is none. A stop word of one of the languages counts as one
 * in all.
 *
 * @example
 * placeText("theatre de la ville\nsete", ["fr"])
 * // " fr:theatr sfr:de sfr:la fr:vill | fr:set | p:theatre p:ville p:sete "
 */
export const placeText = (place: SearchPlace, languages: ReadonlyArray<string>): string => lineOf(`${languages.join(" ")}\n${place}`)
