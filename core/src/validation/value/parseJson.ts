import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import type { Json } from "../../domain/text/Json.js"

/** The maximum nesting depth; deeper values could overflow the stack of recursive code. */
export const jsonDepth_max = 64

const isTooDeep = (text: string): boolean => {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inString) {
      if (char === 0x5C) i++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x5B || char === 0x7B) {
      if (++depth > jsonDepth_max) return true
    } else if (char === 0x5D || char === 0x7D) depth--
  }
  return false
}

const jsonIssue = (field: string, message: string): Issue => issue("json.invalid", field, { message })

/** The issue for a text that is not JSON. */
export const malformedJson = (field: string): Issue => jsonIssue(field, "this is not JSON")

/** The issue for JSON that is nested too deeply. */
export const tooDeepJson = (field: string): Issue =>
  jsonIssue(field, `lists and objects within each other go at most ${jsonDepth_max} deep`)

/**
 * Parses a JSON text (RFC 8259) of bounded depth. `field` is the location in the issue. Fails with `json.invalid` when
 * the text is empty, malformed or nested too deeply.
 */
export const parseJson = (text: string, field: string): Either.Either<Json, Issue> => {
  if (text.trim() === "") return Either.left(jsonIssue(field, "a JSON object is expected, there is nothing"))
  if (isTooDeep(text)) return Either.left(tooDeepJson(field))
  try {
    const value: Json = JSON.parse(text)
    return Either.right(value)
  } catch {
    return Either.left(malformedJson(field))
  }
}
