import * as Either from "effect/Either"
import type { Issue } from "../../domain/error/Issue.js"
import type { Limits } from "../../domain/Limits.js"
import { countChars } from "../../domain/text/cleanText.js"
import type { Json } from "../../domain/text/Json.js"
import type { MultilingualKeywords } from "../../domain/text/MultilingualText.js"
import { fault, isList, type ParseResult } from "./ParseResult.js"
import { readByLanguage } from "./readMultilingual.js"
import { readText } from "./readText.js"

const field = "keywords"

const isPlain = (value: Json): boolean => typeof value === "string" || isList(value)

const readList = (value: Json, lang: string, limits: Limits): ParseResult<ReadonlyArray<string> | null> => {
  const written = typeof value === "string" ? value.split(",") : value === null ? [] : value
  if (!isList(written)) return fault("type.invalid", field, { lang, origin: value, message: "a list of strings is expected" })
  const keywords = new Set<string>()
  const issues: Array<Issue> = []
  let length = 0
  for (const [index, item] of written.entries()) {
    // A list that is too long is refused anyway: the rest of it is not read.
    if (issues.length > limits.issues_max || length > limits.keywords_chars_max) break
    const reading = readText(item, { field, lang, index, chars_max: limits.keyword_chars_max })
    if (Either.isLeft(reading)) issues.push(...reading.left)
    else if (reading.right !== null && !keywords.has(reading.right)) {
      keywords.add(reading.right)
      length += countChars(reading.right)
    }
  }
  if (issues.length > 0) return Either.left(issues)
  if (length > limits.keywords_chars_max) {
    return fault("string.toolong", field, {
      lang,
      origin: value,
      message: `the keywords of one language have at most ${limits.keywords_chars_max} characters together, these have more`,
      info: { max: limits.keywords_chars_max }
    })
  }
  return Either.right(keywords.size === 0 ? null : [...keywords])
}

/**
 * Parses keywords by language: a list, or one comma-separated text (service.md, keywords). Blank and repeated keywords
 * are dropped.
 */
export const readKeywords = (value: Json, plainLang: string | null, limits: Limits): ParseResult<MultilingualKeywords> =>
  readByLanguage(value, { field, plainLang, languages_max: limits.languages_max }, isPlain, (list, lang) => readList(list, lang, limits))
