import * as Either from "effect/Either"
import type { IssueCode } from "../../domain/error/Issue.js"
import type { Limits } from "../../domain/Limits.js"
import { cleanText } from "../../domain/text/cleanText.js"
import type { Json } from "../../domain/text/Json.js"
import { isHttpUrl, whiteSpaceFault } from "../../domain/text/url.js"
import { fault, isBlank, type ParseResult } from "./ParseResult.js"

/**
 * Parses an http or https URL of at most `limits.link_chars_max` characters, without the white space around it; null
 * when absent. Other texts fail with `code`.
 */
export const readLink = (
  field: string,
  value: Json,
  code: Extract<IssueCode, "link.invalid" | "url.invalid">,
  limits: Limits,
  index?: number
): ParseResult<string | null> => {
  if (isBlank(value)) return Either.right(null)
  const more = { origin: value, ...(index === undefined ? {} : { index }) }
  if (typeof value !== "string") return fault("type.invalid", field, { ...more, message: "a string is expected" })
  const link = cleanText(value).trim()
  const max = limits.link_chars_max
  if (link.length > max) {
    return fault("string.toolong", field, {
      ...more,
      message: `at most ${max} characters are accepted`,
      info: { max, length: link.length }
    })
  }
  if (isHttpUrl(link)) return Either.right(link)
  const message = whiteSpaceFault(link)
  return fault(code, field, message === null ? more : { ...more, message })
}
