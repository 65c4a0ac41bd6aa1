import * as Either from "effect/Either"
import { slug_chars_max } from "../../domain/identity/slug.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import { spellTimezone } from "../../domain/time/timezone.js"
import { fault, isBlank, type ParseResult, type ValuePath } from "./ParseResult.js"

/** Parses a number from a fixed set; also accepts the `{id, label}` form of responses (wire.md §2, Bodies). */
export const readChoice = <A extends number>(field: string, value: Json, accepted: ReadonlyArray<A>): ParseResult<A> => {
  const id = isJsonObject(value) ? value.id : value
  const found = accepted.find((one) => one === id)
  if (found !== undefined) return Either.right(found)
  return fault("enum.invalid", field, { origin: value, message: `one of ${accepted.join(", ")} is expected`, info: { accepted } })
}

/** Parses a value from a fixed set. Fails with `enum.invalid`, which lists the accepted values. */
export const readOneOf = <A extends number | string>(
  value: Json,
  { field, ...at }: ValuePath,
  accepted: ReadonlyArray<A>
): ParseResult<A> => {
  const found = accepted.find((one) => one === value)
  if (found !== undefined) return Either.right(found)
  return fault("enum.invalid", field, { ...at, origin: value, message: `one of ${accepted.join(", ")} is expected`, info: { accepted } })
}

/** Parses a boolean; blank values are false. */
export const readFlag = (field: string, value: Json): ParseResult<boolean> =>
  typeof value === "boolean"
    ? Either.right(value)
    : isBlank(value)
    ? Either.right(false)
    : fault("type.invalid", field, { origin: value, message: "a boolean is expected" })

/** Parses a non-negative integer; null when absent. */
export const readCount = (value: Json | undefined, { field, ...at }: ValuePath): ParseResult<number | null> => {
  if (value === undefined || value === null) return Either.right(null)
  const more = { ...at, origin: value }
  if (typeof value !== "number") return fault("type.invalid", field, { ...more, message: "a whole number is expected" })
  if (!Number.isInteger(value)) return fault("integer.invalid", field, more)
  if (value >= 0 && value <= Number.MAX_SAFE_INTEGER) return Either.right(value)
  return fault("range", field, { ...more, message: "a whole number from 0 on is expected", info: { min: 0, max: Number.MAX_SAFE_INTEGER } })
}

/** Parses the name of an IANA time zone, in any case, to its canonical spelling; null when absent. */
export const readTimezone = (value: Json): ParseResult<string | null> => {
  if (isBlank(value)) return Either.right(null)
  if (typeof value !== "string") return fault("type.invalid", "timezone", { origin: value })
  const timezone = spellTimezone(value.trim())
  return timezone === null ? fault("timezone.invalid", "timezone", { origin: value }) : Either.right(timezone)
}

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
