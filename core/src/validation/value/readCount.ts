import * as Either from "effect/Either"
import type { Json } from "../../domain/text/Json.js"
import { fault, type ParseResult, type ValuePath } from "./ParseResult.js"

/** Parses a non-negative integer; null when absent. */
export const readCount = (value: Json | undefined, { field, ...at }: ValuePath): ParseResult<number | null> => {
  if (value === undefined || value === null) return Either.right(null)
  const more = { ...at, origin: value }
  if (typeof value !== "number") return fault("type.invalid", field, { ...more, message: "a whole number is expected" })
  if (!Number.isInteger(value)) return fault("integer.invalid", field, more)
  if (value >= 0 && value <= Number.MAX_SAFE_INTEGER) return Either.right(value)
  return fault("range", field, { ...more, message: "a whole number from 0 on is expected", info: { min: 0, max: Number.MAX_SAFE_INTEGER } })
}
