import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { type Accessibility, accessibilityKinds } from "../../domain/event/Event.js"
import type { Limits } from "../../domain/Limits.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import { fault, isBlank, isList, type ParseResult, readingOf } from "../value/ParseResult.js"

const field = "accessibility"

const known: ReadonlySet<string> = new Set(accessibilityKinds)

const accessible = (kinds: ReadonlySet<string>): Accessibility => ({
  hi: kinds.has("hi"),
  vi: kinds.has("vi"),
  pi: kinds.has("pi"),
  mi: kinds.has("mi"),
  ii: kinds.has("ii")
})

const unknownKind = `one of ${accessibilityKinds.join(", ")} is expected`

const readList = (list: ReadonlyArray<Json>, limits: Limits): ParseResult<Accessibility> => {
  const kinds = new Set<string>()
  const issues: Array<Issue> = []
  for (const [index, kind] of list.entries()) {
    if (issues.length > limits.issues_max) break
    if (typeof kind === "string" && known.has(kind)) kinds.add(kind)
    else issues.push(issue("enum.invalid", field, { index, origin: kind, message: unknownKind }))
  }
  return readingOf(accessible(kinds), issues)
}

/**
 * Parses the accessibility of an event: a list of codes, or an object of booleans by code (wire.md §5). Null means
 * none.
 */
export const readAccessibility = (value: Json, limits: Limits): ParseResult<Accessibility> => {
  if (isBlank(value)) return Either.right(accessible(new Set()))
  if (isList(value)) return readList(value, limits)
  if (!isJsonObject(value)) {
    return fault("type.invalid", field, { origin: value, message: "a list of codes is expected, or an object of booleans" })
  }
  const issues: Array<Issue> = []
  const kinds = new Set<string>()
  for (const [kind, offered] of Object.entries(value)) {
    if (!known.has(kind)) issues.push(issue("enum.invalid", `${field}.${kind}`, { origin: kind, message: unknownKind }))
    else if (offered === true) kinds.add(kind)
    else if (offered !== false && offered !== null) {
      issues.push(issue("type.invalid", `${field}.${kind}`, { origin: offered, message: "a boolean is expected" }))
    }
  }
  return readingOf(accessible(kinds), issues)
}
