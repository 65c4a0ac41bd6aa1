import type { Event } from "../../domain/event/Event.js"
import { type AdditionalField, isCompared, isOptioned, isTextual } from "../../domain/field/AdditionalField.js"
import { type FieldValue, fieldValueOf, isTextByLanguage } from "../../domain/field/FieldValue.js"
import type { MultilingualText } from "../../domain/text/MultilingualText.js"
import type { AddedTexts } from "../../search/SearchDocument.js"
import type { LanguageText } from "../../search/tokenText.js"

/** Whether searches find events by the values of a field: never by those of a field that not everyone may read. */
export const isSearched = ({ read, searchedAs }: AdditionalField): boolean => searchedAs !== undefined && read === undefined

const inLanguages = (text: MultilingualText): ReadonlyArray<LanguageText> =>
  Object.entries(text).map(([language, text]) => ({ language, text }))

/** A text without language is read in each of these, or in none. */
const inEach = (text: string, languages: ReadonlyArray<string>): ReadonlyArray<LanguageText> =>
  languages.length === 0 ? [{ language: null, text }] : languages.map((language) => ({ language, text }))

const textsOf = (definition: AdditionalField, value: FieldValue, languages: ReadonlyArray<string>): ReadonlyArray<LanguageText> => {
  if (isOptioned(definition)) {
    const chosen: ReadonlyArray<unknown> = Array.isArray(value) ? value : []
    return (definition.options ?? []).flatMap(({ id, label }) => chosen.includes(id) ? inLanguages(label) : [])
  }
  if (isTextByLanguage(value)) return inLanguages(value)
  return typeof value === "string" && (isTextual(definition) || isCompared(definition)) ? inEach(value, languages) : []
}

/**
 * The texts of an event's additional fields that searches find, by part: texts, and the labels of chosen options. A
 * text without language is read in the languages of the title.
 */
export const searchedTexts = (
  definitions: ReadonlyArray<AdditionalField>,
  { fields, title }: Pick<Event, "fields" | "title">
): AddedTexts => {
  const languages = Object.keys(title)
  const found = definitions.flatMap((definition) => {
    const value = isSearched(definition) ? fieldValueOf(definition, fields) : undefined
    return value === undefined || definition.searchedAs === undefined
      ? []
      : [{ part: definition.searchedAs, texts: textsOf(definition, value, languages) }]
  })
  const as = (wanted: AdditionalField["searchedAs"]): ReadonlyArray<LanguageText> =>
    found.flatMap(({ part, texts }) => part === wanted ? texts : [])
  return { title: as("title"), keywords: as("keywords"), description: as("description"), longDescription: as("longDescription") }
}
