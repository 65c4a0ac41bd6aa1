import * as Either from "effect/Either"
import { issue } from "../domain/Issue.js"
import type { Json } from "../domain/Json.js"
import type { MultilingualText } from "../domain/MultilingualText.js"
import { fault, type FieldReading } from "./FieldReading.js"
import { type LanguageRules, readByLanguage } from "./readByLanguage.js"
import { readText } from "./readText.js"

/** Parsing rules of a multilingual text. */
export interface MultilingualRules extends LanguageRules {
  /** Maximum number of characters per language. */
  readonly chars_max: number
  readonly keepEnds?: boolean
}

const isText = (value: Json): boolean => typeof value === "string"

/** Parses a text keyed by language code (service.md, multilingual string); `{}` when it is blank. */
export const readMultilingual = (value: Json, rules: MultilingualRules): FieldReading<MultilingualText> => {
  const { chars_max, field, keepEnds = false } = rules
  return readByLanguage(value, rules, isText, (text, lang) => readText(text, { field, lang, chars_max, keepEnds }))
}

/**
 * Parses a required text keyed by language code. A blank text yields one `required` issue per language in `languages`,
 * the languages of the body (wire.md §4).
 */
export const readNeededMultilingual = (
  value: Json,
  rules: MultilingualRules,
  languages: ReadonlyArray<string>
): FieldReading<MultilingualText> =>
  Either.flatMap(readMultilingual(value, rules), (text) => {
    if (Object.keys(text).length > 0) return Either.right(text)
    const more = { message: "a string is required", ...(value === null ? {} : { origin: value }) }
    return languages.length === 0
      ? fault("required", rules.field, more)
      : Either.left(languages.map((lang) => issue("required", rules.field, { ...more, lang })))
  })
