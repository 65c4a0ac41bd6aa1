import * as Either from "effect/Either"
import type { AgeRange } from "../../domain/event/Event.js"
import type { Limits } from "../../domain/Limits.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import { fault, isBlank, issuesOf, type ParseResult } from "../value/ParseResult.js"

const field = "age"

const digits = /^\d{1,3}$/

const readBound = (written: Json | undefined, bound: "min" | "max", limits: Limits): ParseResult<number | null> => {
  const at = `${field}.${bound}`
  const value = typeof written === "string" && digits.test(written.trim()) ? Number(written) : written
  if (value === undefined || value === null || value === "") return Either.right(null)
  if (typeof value !== "number") return fault("type.invalid", at, { origin: value, message: "a whole number is expected" })
  if (!Number.isInteger(value)) return fault("integer.invalid", at, { origin: value })
  if (value >= 0 && value <= limits.age_years_max) return Either.right(value)
  return fault("range", at, {
    origin: written ?? null,
    message: `an age lies between 0 and ${limits.age_years_max}`,
    info: { min: 0, max: limits.age_years_max }
  })
}

/** Parses the age range of an event, `{min, max}` in years; each bound a number, its digits or null (wire.md §5). */
export const readAge = (value: Json, limits: Limits): ParseResult<AgeRange> => {
  if (isBlank(value)) return Either.right({ min: null, max: null })
  if (!isJsonObject(value)) return fault("type.invalid", field, { origin: value, message: "an object with min and max is expected" })
  const min = readBound(value.min, "min", limits)
  const max = readBound(value.max, "max", limits)
  const issues = issuesOf([min, max])
  if (issues.length > 0) return Either.left(issues)
  return Either.flatMap(Either.all({ min, max }), (age) =>
    age.min !== null && age.max !== null && age.min > age.max
      ? fault("range", field, { origin: value, message: "the least age is above the greatest" })
      : Either.right(age))
}
