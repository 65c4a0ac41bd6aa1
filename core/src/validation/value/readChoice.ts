import * as Either from "effect/Either"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
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
