import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Issue } from "../domain/Issue.js"
import { isJsonObject, type Json } from "../domain/Json.js"
import { LanguageCode } from "../domain/MultilingualText.js"
import { fault, type FieldReading, readingOf } from "./FieldReading.js"
import { isBlank } from "./isBlank.js"

const isLanguageCode = Schema.is(LanguageCode)

/** What holds of a multilingual value, whatever it holds. */
export interface LanguageRules {
  readonly field: string
  /** The language of plain values; null: they are refused. */
  readonly plainLang: string | null
  /** Languages at most. */
  readonly languages_max: number
}

/** How the value of one language is read; null when there is nothing. */
export type LanguageReader<A> = (value: Json, lang: string) => FieldReading<A | null>

const readLanguage = <A>(field: string, lang: string, value: Json, read: LanguageReader<A>): FieldReading<A | null> =>
  isLanguageCode(lang)
    ? read(value, lang)
    : fault("enum.invalid", field, { lang, origin: value, message: "a language code such as fr is expected" })

/**
 * Reads a multilingual value: an object by language code, or a plain value in the language `plainLang` (wire.md §2).
 * Languages without a value are left out; the order is the body's. `isPlain` tells plain values. Of more languages than there may be, none
 * is looked at.
 */
export const readByLanguage = <A>(
  value: Json,
  { field, languages_max, plainLang }: LanguageRules,
  isPlain: (value: Json) => boolean,
  read: LanguageReader<A>
): FieldReading<{ readonly [lang: string]: A }> => {
  if (isBlank(value)) return Either.right({})
  if (isPlain(value)) {
    if (plainLang === null) {
      return fault("type.invalid", field, {
        origin: value,
        message: "an object keyed by language code is expected, or the header lang that names the language"
      })
    }
    return Either.map(readLanguage(field, plainLang, value, read), (text) => text === null ? {} : { [plainLang]: text })
  }
  if (!isJsonObject(value)) {
    return fault("type.invalid", field, { origin: value, message: "an object keyed by language code is expected" })
  }
  const languages = Object.entries(value)
  if (languages.length > languages_max) {
    return fault("tooMany", field, {
      message: `at most ${languages_max} languages are accepted, these are ${languages.length}`,
      info: { max: languages_max, count: languages.length }
    })
  }
  const texts: { [lang: string]: A } = {}
  const issues: Array<Issue> = []
  for (const [lang, written] of languages) {
    const reading = readLanguage(field, lang, written, read)
    if (Either.isLeft(reading)) { for (const found of reading.left) issues.push(found) }
    else if (reading.right !== null) texts[lang] = reading.right
  }
  return readingOf(texts, issues)
}
