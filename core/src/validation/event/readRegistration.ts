import * as Either from "effect/Either"
import type { Issue } from "../../domain/error/Issue.js"
import type { Registration } from "../../domain/event/Event.js"
import type { Limits } from "../../domain/Limits.js"
import { cleanText, countChars, isBlankText } from "../../domain/text/cleanText.js"
import { isEmail } from "../../domain/text/isEmail.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import { completeUrl, holdsUrl, isHttpUrl } from "../../domain/text/url.js"
import { fault, isBlank, isList, type ParseResult, readingOf } from "../value/ParseResult.js"

const field = "registration"

/** Entries that are accepted as they are, or left out. */
export interface RegistrationRules {
  /** Whether the event had this entry before, or an import restores it. */
  readonly isKept?: (entry: Registration) => boolean
  /** Whether responses derive this link from offers. */
  readonly isProjected?: (link: string) => boolean
}

/** What follows a scheme, without the slashes and header fields that some add; as written when it is not encoded. */
const afterScheme = (value: string): string => {
  const [rest = ""] = value.replace(/^[a-z]+:\/*/i, "").split("?", 1)
  try {
    return cleanText(decodeURIComponent(rest)).trim()
  } catch {
    return rest.trim()
  }
}

/** The scheme of a URL. Names with dots are hosts with a port. */
const scheme = /^[a-z][a-z\d+-]+:\S/i

/**
 * What a text is by its content (wire.md §5): a URL, an address or anything else, which is a phone number. Null: it has
 * another scheme, or contains a URL that is not the whole of it.
 */
const typed = (value: string): Registration | null => {
  if (/^mailto:/i.test(value)) return { type: "email", value: afterScheme(value) }
  const isNumber = /^tel:/i.test(value)
  const rest = isNumber ? afterScheme(value) : value
  const url = isNumber ? null : completeUrl(value)
  if (url !== null) return { type: "link", value: url }
  if (isEmail(rest)) return { type: "email", value: rest }
  if (holdsUrl(rest) || scheme.test(rest)) return null
  return { type: rest.includes("@") ? "email" : "phone", value: rest }
}

/** The entry of a text with a type. Null: it is no link, and no phone number because it contains a URL. */
const settle = (type: Registration["type"] | null, value: string): Registration | null => {
  const found = typed(value)
  if (type === null || found?.type === type) return found
  if (type === "phone" && !(found?.type === "email" && found.value === value)) return found
  return { type, value }
}

const isType = (value: Json | undefined): value is Registration["type"] => value === "email" || value === "phone" || value === "link"

const readEntry = (entry: Json, index: number, { isKept = () => false }: RegistrationRules): ParseResult<Registration | null> => {
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
  const invalid = { index, origin: written }
  if (isBlankText(value)) return fault("required", at, invalid)
  if (type !== null && isKept({ type, value })) return Either.right({ type, value })
  const settled = settle(type, value)
  if (settled === null) return fault("link.invalid", at, invalid)
  if (settled.type === "link" && !isHttpUrl(settled.value)) return fault("link.invalid", at, invalid)
  if (settled.type === "email" && !isEmail(settled.value)) return fault("email.invalid", at, invalid)
  return isBlankText(settled.value) ? fault("required", at, invalid) : Either.right(settled)
}

/**
 * Parses the registration methods: entries `{type, value}`, or texts with an inferred type (wire.md §5). A URL is a
 * link, also one that browsers complete (`completeUrl`); a text with `@` is an email, any other a phone number. The
 * schemes `mailto:` and `tel:` are removed; others, and texts around a URL, are `link.invalid`. A single text counts as
 * a list. Links that responses derive from offers are dropped (wire.md §8, Registration).
 */
export const readRegistration = (
  value: Json,
  limits: Limits,
  rules: RegistrationRules = {}
): ParseResult<ReadonlyArray<Registration>> => {
  const { isProjected = () => false } = rules
  if (isBlank(value)) return Either.right([])
  const entries = typeof value === "string" ? [value] : value
  if (!isList(entries)) return fault("type.invalid", field, { origin: value, message: "a list is expected" })
  const ways: Array<Registration> = []
  const issues: Array<Issue> = []
  for (const [index, entry] of entries.entries()) {
    if (issues.length > limits.issues_max) break
    const reading = readEntry(entry, index, rules)
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
