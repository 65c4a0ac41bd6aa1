import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import { LanguageCode, type MultilingualText } from "../../domain/text/MultilingualText.js"
import { fault, isBlank, type ParseResult, readingOf } from "./ParseResult.js"
import { readText } from "./readText.js"

const isLanguageCode = Schema.is(LanguageCode)

/** Parsing rules of a multilingual value. */
export interface LanguageRules {
  readonly field: string
  /** Language of plain values; null: plain values are refused. */
  readonly plainLang: string | null
  /** Maximum number of languages. */
  readonly languages_max: number
}

/** Parses the value of one language; null when it is empty. */
export type LanguageReader<A> = (value: Json, lang: string) => ParseResult<A | null>

const readLanguage = <A>(field: string, lang: string, value: Json, read: LanguageReader<A>): ParseResult<A | null> =>
  isLanguageCode(lang)
    ? read(value, lang)
    : fault("enum.invalid", field, { lang, origin: value, message: "a language code such as fr is expected" })

/**
 * Parses a multilingual value: an object by language code, or a plain value in the language `plainLang` (wire.md §2).
 * Empty languages are omitted; the order is that of the body. `isPlain` recognizes plain values. With more than
 * `languages_max` languages, none is parsed.
 */
export const readByLanguage = <A>(
  value: Json,
  { field, languages_max, plainLang }: LanguageRules,
  isPlain: (value: Json) => boolean,
  read: LanguageReader<A>
): ParseResult<{ readonly [lang: string]: A }> => {
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
  const count = Object.keys(value).length
  if (count > languages_max) {
    return fault("tooMany", field, {
      message: `at most ${languages_max} languages are accepted, these are ${count}`,
      info: { max: languages_max, count }
    })
  }
  const texts: { [lang: string]: A } = {}
  const issues: Array<Issue> = []
  for (const [lang, written] of Object.entries(value)) {
    const reading = readLanguage(field, lang, written, read)
    if (Either.isLeft(reading)) { for (const found of reading.left) issues.push(found) }
    else if (reading.right !== null) texts[lang] = reading.right
  }
  return readingOf(texts, issues)
}

/** Parsing rules of a multilingual text. */
export interface MultilingualRules extends LanguageRules {
  /** Maximum number of characters per language. */
  readonly chars_max: number
  readonly keepEnds?: boolean
}

const isText = (value: Json): boolean => typeof value === "string"

/** Parses a text keyed by language code (service.md, multilingual string); `{}` when it is blank. */
export const readMultilingual = (value: Json, rules: MultilingualRules): ParseResult<MultilingualText> => {
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
): ParseResult<MultilingualText> =>
  Either.flatMap(readMultilingual(value, rules), (text) => {
    if (Object.keys(text).length > 0) return Either.right(text)
    const more = { message: "a string is required", ...(value === null ? {} : { origin: value }) }
    return languages.length === 0
      ? fault("required", rules.field, more)
      : Either.left(languages.map((lang) => issue("required", rules.field, { ...more, lang })))
  })
