import type { Json } from "../text/Json.js"

/** One row of the documentation of an error code. */
export interface IssueCodeRow {
  /** Where it can occur. */
  readonly where: string
  /** The condition that causes it. */
  readonly when: string
  /** The default message, used when the check that fails supplies none. */
  readonly message: string
}

/** Every error code (wire.md §4), with its row in the documentation. */
export const issueCodes = {
  "required": { where: "any needed field", when: "absent, null or empty", message: "a value is required" },
  "type.invalid": { where: "any field", when: "a value of another JSON type", message: "this is of the wrong type" },
  "enum.invalid": {
    where: "fields with a closed list",
    when: "a value outside the list",
    message: "this is not one of the accepted values"
  },
  "string.toolong": { where: "text", when: "more characters (code points) than the limit", message: "this text is too long" },
  "tooMany": { where: "lists, and `errors` itself", when: "more items than the limit", message: "there are too many items" },
  "range": {
    where: "numbers and dates",
    when: "outside the accepted range, or bounds in the wrong order",
    message: "this is out of range"
  },
  "integer.invalid": { where: "whole numbers", when: "not a whole number", message: "a whole number is expected" },
  "number.invalid": { where: "numbers", when: "not a number", message: "a number is expected" },
  "date.invalid": {
    where: "instants and dates",
    when: "not ISO 8601, a day or time that does not exist, or a year beyond 9999",
    message: "an ISO 8601 date and time is expected"
  },
  "offset.required": {
    where: "instants in bodies",
    when: "no offset from UTC",
    message: "an explicit offset is required, such as Z or +02:00"
  },
  "timezone.invalid": {
    where: "`timezone`, `timings[tz]`",
    when: "not an IANA time zone",
    message: "an IANA time zone is expected, such as Europe/Paris"
  },
  "endLessThanBegin": { where: "`timings`", when: "a slot does not end after it begins", message: "a slot ends after it begins" },
  "diffExceeded": {
    where: "`timings`",
    when: "a slot lasts more than 24 hours between its instants",
    message: "a slot lasts at most 24 hours"
  },
  "overlap": { where: "`timings`", when: "a slot begins before an earlier one has ended", message: "slots of one event do not overlap" },
  "duplicate": { where: "identifiers", when: "the same one twice, or one that is taken", message: "this is already taken" },
  "location.required": {
    where: "`locationUid`",
    when: "absent on an event with attendance in person",
    message: "a location is required for in-person attendance"
  },
  "location.unknown": {
    where: "`locationUid`",
    when: "no location of this agenda or its location set",
    message: "there is no such location in this agenda"
  },
  "latitude.invalid": { where: "locations", when: "outside -90 to 90", message: "a latitude lies between -90 and 90" },
  "longitude.invalid": { where: "locations", when: "outside -180 to 180", message: "a longitude lies between -180 and 180" },
  "link.required": {
    where: "`onlineAccessLink`",
    when: "absent on an event with attendance online",
    message: "a link is required for online attendance"
  },
  "link.invalid": { where: "links", when: "not an http or https URL", message: "an http or https link is expected" },
  "email.invalid": { where: "e-mail addresses", when: "not an address", message: "an e-mail address is expected" },
  "url.invalid": { where: "URLs", when: "not an http or https URL", message: "an http or https URL is expected" },
  "format.unknown": {
    where: "bodies",
    when: "a format that is not known",
    message: "this format is not known"
  },
  "option.unknown": { where: "choice fields", when: "an option that the field never had", message: "the field has no such option" },
  "currency.invalid": { where: "`offers`", when: "not an ISO 4217 code", message: "an ISO 4217 currency code is expected" },
  "pricing.mismatch": { where: "`offers`", when: "differs from what the tiers say", message: "the pricing does not follow from the tiers" },
  "provider.unknown": {
    where: "`offers`, availability",
    when: "not a configured provider code, or of an override one without offers",
    message: "this provider is not known"
  },
  "timing.unknown": { where: "availability", when: "the event has no such slot", message: "the event has no such slot" },
  "stale": { where: "availability", when: "older than what is stored", message: "a newer value is stored already" },
  "parameter.invalid": {
    where: "query strings",
    when: "a value the parameter cannot take",
    message: "the parameter cannot take this value"
  },
  "cursor.invalid": {
    where: "`after`",
    when: "malformed, or made under another sort",
    message: "this cursor does not belong to this list"
  },
  "json.invalid": { where: "bodies", when: "not JSON, or not an object", message: "the body is not a JSON object" },
  "unauthorized": { where: "fields with write roles", when: "the caller may not write it", message: "you may not write this" },
  "ignored": { where: "`warnings`", when: "unknown or read-only, and left alone", message: "this was left alone" }
} as const satisfies Record<string, IssueCodeRow>

/** A stable error code. */
export type IssueCode = keyof typeof issueCodes

/** One error or warning: its code, location and rejected value. */
export interface Issue {
  readonly code: IssueCode
  /** The top-level field or parameter, or the full path when nested (`offers[1].tiers[3].priceCents`). */
  readonly field: string
  readonly message: string
  /** The language tag, in multilingual fields. */
  readonly lang?: string
  /** The array index, in top-level lists. */
  readonly index?: number
  /** The rejected value, unabridged; truncate it for display. */
  readonly origin?: Json
  /** Further details, such as limits or accepted values. */
  readonly info?: { readonly [key: string]: Json }
}

/** An issue of this code, with the code's default message unless `more` has one. */
export const issue = (code: IssueCode, field: string, more?: Omit<Partial<Issue>, "code" | "field">): Issue => ({
  code,
  field,
  message: issueCodes[code].message,
  ...more
})

const withField = ({ field, message }: Issue): string => field === "" || message.startsWith(`${field} `) ? message : `${field}: ${message}`

const shown_max = 3

/**
 * The first three issues with their fields, and how many more there are; empty without issues.
 *
 * @example
 * summarizeIssues([issue("required", "title")]) // "title: a value is required"
 */
export const summarizeIssues = (issues: ReadonlyArray<Issue>): string => {
  const shown = issues.slice(0, shown_max).map(withField)
  return [...shown, ...(issues.length > shown.length ? [`and ${issues.length - shown.length} more`] : [])].join("; ")
}

const chars_max = 60

const truncate = (text: string): string => {
  const chars = Array.from(text.slice(0, chars_max * 2 + 2))
  return chars.length > chars_max ? `${chars.slice(0, chars_max).join("")}…` : text
}

/**
 * Quotes a rejected text for a message, truncated to 60 characters.
 *
 * @example
 * quoteText("soon") // "\"soon\""
 */
export const quoteText = (text: string): string => JSON.stringify(truncate(text))

/** Truncates the JSON of a rejected non-text value to 60 characters for a message. */
export const quoteJson = (json: string): string => truncate(json)
