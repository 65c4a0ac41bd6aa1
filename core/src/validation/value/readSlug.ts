import * as Either from "effect/Either"
import { slug_chars_max } from "../../domain/identity/slug.js"
import type { Json } from "../../domain/text/Json.js"
import { fault, isBlank, type ParseResult } from "./ParseResult.js"

const slugShape = /^(?!.*\.ics$)[A-Za-z0-9]+(?:[._-]+[A-Za-z0-9]+)*$/

/**
 * Parses a requested slug: ASCII letters and digits, separated by `-`, `_` and `.`; null when absent. It does not end
 * in `.ics`: with that ending, the address of a page is that of its calendar.
 */
export const readSlug = (value: Json): ParseResult<string | null> => {
  if (isBlank(value)) return Either.right(null)
  if (typeof value === "string" && value.length <= slug_chars_max && slugShape.test(value)) {
    return Either.right(value)
  }
  return fault("type.invalid", "slug", {
    origin: value,
    message: `letters and digits with dashes between are expected, at most ${slug_chars_max} characters, without .ics at the end`
  })
}
