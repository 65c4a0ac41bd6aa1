import * as Either from "effect/Either"
import { cleanText, countChars, isBlankText } from "../../domain/text/cleanText.js"
import type { Json } from "../../domain/text/Json.js"
import { fault, isBlank, type ParseResult } from "./ParseResult.js"

/** Path and bounds of a text. */
export interface TextField {
  readonly field: string
  readonly lang?: string
  readonly index?: number
  /** Maximum number of characters. */
  readonly chars_max: number
  /** Whether leading and trailing white space is significant, as in markdown; absent: trimmed. */
  readonly keepEnds?: boolean
}

/** Parses and cleans a text; null when it is null or shows nothing. */
export const readText = (value: Json, { chars_max, keepEnds = false, ...path }: TextField): ParseResult<string | null> => {
  const { field, ...at } = path
  if (value === null) return Either.right(null)
  if (typeof value !== "string") return fault("type.invalid", field, { ...at, origin: value, message: "a string is expected" })
  const cleaned = cleanText(value)
  if (isBlankText(cleaned)) return Either.right(null)
  const text = keepEnds ? cleaned : cleaned.trim()
  const length = text.length <= chars_max ? 0 : countChars(text)
  if (length <= chars_max) return Either.right(text)
  return fault("string.toolong", field, {
    ...at,
    origin: value,
    message: `at most ${chars_max} characters are accepted, these are ${length}`,
    info: { max: chars_max, length }
  })
}

/** Parses and cleans a field with one text; null for any blank value (wire.md §2, PATCH). */
export const readTextField = (value: Json, path: TextField): ParseResult<string | null> =>
  isBlank(value) ? Either.right(null) : readText(value, path)
