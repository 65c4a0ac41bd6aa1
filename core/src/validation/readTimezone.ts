import * as Either from "effect/Either"
import { isTimezone } from "../domain/isTimezone.js"
import type { Json } from "../domain/Json.js"
import { fault, type FieldReading } from "./FieldReading.js"
import { isBlank } from "./isBlank.js"

/** Reads the name of an IANA time zone, null when there is none. */
export const readTimezone = (value: Json): FieldReading<string | null> => {
  if (isBlank(value)) return Either.right(null)
  return typeof value === "string" && isTimezone(value.trim())
    ? Either.right(value.trim())
    : fault(typeof value === "string" ? "timezone.invalid" : "type.invalid", "timezone", { origin: value })
}
