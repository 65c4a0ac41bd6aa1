import * as Either from "effect/Either"
import type { Json } from "../domain/Json.js"
import { fault, type FieldReading } from "./FieldReading.js"
import { isBlank } from "./isBlank.js"

const field = "countryCode"

/** Parses an ISO 3166-1 alpha-2 code in either case to upper case. */
export const readCountryCode = (value: Json): FieldReading<string> => {
  if (isBlank(value)) return fault("required", field, { origin: value })
  if (typeof value !== "string") return fault("type.invalid", field, { origin: value, message: "a string is expected" })
  const code = value.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(code)
    ? Either.right(code)
    : fault("enum.invalid", field, { origin: value, message: "a country code of two letters is expected" })
}
