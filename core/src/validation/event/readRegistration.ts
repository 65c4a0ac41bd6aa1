import * as Either from "effect/Either"
import type { Issue } from "../../domain/error/Issue.js"
import type { Registration } from "../../domain/event/Event.js"
import type { Limits } from "../../domain/Limits.js"
import { cleanText, countChars } from "../../domain/text/cleanText.js"
import { isEmail } from "../../domain/text/isEmail.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import { isHttpUrl } from "../../domain/text/url.js"
import { fault, isBlank, isList, type ParseResult, readingOf } from "../value/ParseResult.js"

const field = "registration"

const typeOf = (value: string): Registration["type"] => isHttpUrl(value) ? "link" : value.includes("@") ? "email" : "phone"

const isType = (value: Json | undefined): value is Registration["type"] => value === "email" || value === "phone" || value === "link"

const readEntry = (entry: Json, index: number): ParseResult<Registration | null> => {
  if (isBlank(entry)) return Either.right(null)
  const written = isJsonObject(entry) ? entry.value : entry
  const type = isJsonObject(entry) ? entry.type ?? null : null
  if (type !== null && !isType(type)) {
    return fault("enum.invalid", `${field}[${index}].type`, { index, origin: type, message: "one of email, phone and link is expected" })
  }
  const at = isJsonObject(entry) ? `${field}[${index}].value` : field
  if (written === undefined || written === null) return fault("required", at, { index })
  if (typeof written !== "string") return fault("type.invalid", at, { index, origin: written, message: "a string is expected" })
  const value = cleanText(written).trim()
  if (value === "") return fault("required", at, { index, origin: written })
  const is = type ?? typeOf(value)
  if (is === "link" && !isHttpUrl(value)) return fault("link.invalid", at, { index, origin: written })
  if (is === "email" && !isEmail(value)) return fault("email.invalid", at, { index, origin: written })
  return Either.right({ type: is, value })
}

/**
 * Parses the registration methods: entries `{type, value}`, or texts with an inferred type (wire.md §5). A URL is a
 * link, a text with `@` an email, any other text a phone number. A single text counts as a list. Links that responses
 * derive from offers are dropped (wire.md §8, Registration).
 */
export const readRegistration = (
  value: Json,
  limits: Limits,
  isProjected: (link: string) => boolean = () => false
): ParseResult<ReadonlyArray<Registration>> => {
  if (isBlank(value)) return Either.right([])
  const entries = typeof value === "string" ? [value] : value
  if (!isList(entries)) return fault("type.invalid", field, { origin: value, message: "a list is expected" })
  const ways: Array<Registration> = []
  const issues: Array<Issue> = []
  for (const [index, entry] of entries.entries()) {
    if (issues.length > limits.issues_max) break
    const reading = readEntry(entry, index)
    if (Either.isLeft(reading)) issues.push(...reading.left)
    else if (reading.right !== null && !(reading.right.type === "link" && isProjected(reading.right.value))) ways.push(reading.right)
  }
  const length = ways.reduce((total, way) => total + countChars(way.value), 0)
  if (length <= limits.registration_chars_max) return readingOf(ways, issues)
  const tooLong = fault("string.toolong", field, {
    message: `all values together have at most ${limits.registration_chars_max} characters, these have ${length}`,
    info: { max: limits.registration_chars_max, length }
  })
  return Either.mapLeft(tooLong, (found) => [...issues, ...found])
}
