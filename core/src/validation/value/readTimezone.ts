import * as Either from "effect/Either"
import type { Json } from "../../domain/text/Json.js"
import { spellTimezone } from "../../domain/time/timezone.js"
import { fault, isBlank, type ParseResult } from "./ParseResult.js"

/** Parses the name of an IANA time zone, in any case, to its canonical spelling; null when absent. */
export const readTimezone = (value: Json): ParseResult<string | null> => {
  if (isBlank(value)) return Either.right(null)
  if (typeof value !== "string") return fault("type.invalid", "timezone", { origin: value })
  const timezone = spellTimezone(value.trim())
  return timezone === null ? fault("timezone.invalid", "timezone", { origin: value }) : Either.right(timezone)
}
