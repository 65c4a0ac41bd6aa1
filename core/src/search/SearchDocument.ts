import { adminLevels, type LocationContent } from "../domain/agenda/Location.js"
import type { EventContent } from "../domain/event/Event.js"
import type { SearchedPart } from "../domain/field/AdditionalField.js"
import { memoize } from "../domain/LruCache.js"
import { runSteps } from "../domain/runSteps.js"
import type { MultilingualText } from "../domain/text/MultilingualText.js"
import type { SearchDocument, SearchPlace } from "../record/SearchDocument.js"
import { compoundsIn } from "./compoundsIn.js"
import { districtOf } from "./districts.js"
import { stemLanguageOf, stemLanguages } from "./StemLanguage.js"
import { boundary, type LanguageText, searchWords, tokenSteps, tokenText } from "./tokenText.js"

/**
 * Weights of the searchable parts of an event where its agenda sets no others (wire.md §6). All are even, so that half
 * a weight is an integer.
 */
export const searchWeights = { title: 16, keywords: 8, place: 8, description: 4, longDescription: 2, area: 2 } as const

/** A searchable part of an event. */
export type SearchField = keyof typeof searchWeights

/** A weight of each searchable part: an even integer from 0 on. A part of weight 0 is not searched. */
export type SearchWeights = { readonly [F in SearchField]: number }

/** The searchable parts in descending order of weight. */
export const searchFields = [
  "title",
  "keywords",
  "place",
  "description",
  "longDescription",
  "area"
] as const satisfies ReadonlyArray<SearchField>

const placeField: ReadonlyArray<SearchField> = ["place"]

const inLanguages = (text: MultilingualText): ReadonlyArray<LanguageText> =>
  Object.entries(text).map(([language, text]) => ({ language, text }))

/** The parts of an event that a phrase run can match. */
export const fieldsOfRun = ({ placeOnly }: { readonly placeOnly: boolean }): ReadonlyArray<SearchField> =>
  placeOnly ? placeField : searchFields

type SearchedTexts = Pick<typeof EventContent.Type, "title" | "keywords" | "description" | "longDescription">

/** Texts of additional fields, by the part that they are searched as. */
export type AddedTexts = { readonly [P in SearchedPart]?: ReadonlyArray<LanguageText> }

/** The search index text of an event, without its location. */
export const searchDocument = (texts: SearchedTexts, added: AddedTexts = {}): SearchDocument => runSteps(searchDocumentSteps(texts, added))

/** The steps of `searchDocument`, one per text. */
export function* searchDocumentSteps(
  { description, keywords, longDescription, title }: SearchedTexts,
  added: AddedTexts = {}
): Generator<void, SearchDocument> {
  const listed = Object.entries(keywords).flatMap(([language, texts]) => texts.map((text) => ({ language, text })))
  const parts: Required<AddedTexts> = {
    title: [...inLanguages(title), ...added.title ?? []],
    keywords: [...listed, ...added.keywords ?? []],
    description: [...inLanguages(description), ...added.description ?? []],
    longDescription: [...inLanguages(longDescription), ...added.longDescription ?? []]
  }
  const texts = Object.values(parts).flat()
  const used = new Set(texts.map(({ language, text }) => text.trim() === "" || language === null ? null : stemLanguageOf(language)))
  return {
    languages: stemLanguages.filter((language) => used.has(language)),
    title: yield* tokenSteps(parts.title, [], true),
    keywords: yield* tokenSteps(parts.keywords, [], true),
    description: yield* tokenSteps(parts.description),
    longDescription: yield* tokenSteps(parts.longDescription)
  }
}

type PlaceTexts =
  & Pick<LocationContent, "name" | "adminLevel4">
  & Partial<Pick<LocationContent, "address" | "postalCode" | "countryCode" | (typeof adminLevels)[number]>>

const wordsOf = (texts: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> => {
  const known = texts.filter((text) => typeof text === "string")
  const compounds = known.flatMap((text) => compoundsIn(text, null)).map(({ joined }) => joined)
  return [...known, ...compounds].map((text) => searchWords(text).join(" ")).filter((words) => words !== "")
}

/**
 * The search index text of a location: the words of its name, those of its city and of the district in it, and each
 * compound in one word. The lines of its area follow, which begin with a boundary: address, postcode and the other
 * administrative levels.
 */
export const searchPlace = (location: PlaceTexts): SearchPlace =>
  [
    ...wordsOf([location.name, location.adminLevel4, districtOf(location)]),
    ...wordsOf([
      location.address,
      location.postalCode,
      ...adminLevels.flatMap((level) => level === "adminLevel4" ? [] : [location[level]])
    ]).map((words) => `${boundary}${words}`)
  ].join("\n")

const lines_max = 8_192

const lineOf = memoize(lines_max, (key) => {
  const [tags = "", ...texts] = key.split("\n")
  const languages = tags === "" ? [] : tags.split(" ")
  const read: ReadonlyArray<string | null> = languages.length === 0 ? [null] : languages
  return tokenText(read.flatMap((language) => texts.map((text) => ({ language, text }))), languages)
})

const linesOf = (place: SearchPlace, isArea: boolean): string =>
  place.split("\n").flatMap((line) => line.startsWith(boundary) === isArea ? [isArea ? line.slice(boundary.length) : line] : []).join("\n")

/**
 * The name and city of a location as a token line, for an event with texts in these languages
 * (`SearchDocument.languages`). Words are analysed in each language, or folded when there is none. A stop word of one
 * of the languages counts as one in all.
 *
 * @example
 * placeText("theatre de la ville\nsete", ["fr"])
 * // " fr:theatr sfr:de sfr:la fr:vill | fr:set | p:theatre p:ville p:sete "
 */
export const placeText = (place: SearchPlace, languages: ReadonlyArray<string>): string =>
  lineOf(`${languages.join(" ")}\n${linesOf(place, false)}`)

/** The area of a location as a token line, like `placeText`. */
export const areaText = (place: SearchPlace, languages: ReadonlyArray<string>): string =>
  lineOf(`${languages.join(" ")}\n${linesOf(place, true)}`)
