import * as Either from "effect/Either"
import { type Issue, issue } from "./Issue.js"
import type { Json } from "./Json.js"

/** Lists and objects within each other; more would exhaust the stack of whatever walks through the value. */
const depth_max = 64

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
      if (++depth > depth_max) return true
    } else if (char === 0x5D || char === 0x7D) depth--
  }
  return false
}

const fault = (field: string, message: string): Either.Either<never, Issue> => Either.left(issue("json.invalid", field, { message }))

/** Reads a JSON text (RFC 8259) of bounded depth; `field` names where it stood. `json.invalid` when it is none, or too deep. */
export const parseJson = (text: string, field: string): Either.Either<Json, Issue> => {
  if (text.trim() === "") return fault(field, "a JSON object is expected, there is nothing")
  if (isTooDeep(text)) return fault(field, `lists and objects within each other go at most ${depth_max} deep`)
  try {
    const value: Json = JSON.parse(text)
    return Either.right(value)
  } catch {
    return fault(field, "this is not JSON")
  }
}
