import * as Either from "effect/Either"
import type { Json } from "../domain/Json.js"
import { fault, type FieldReading } from "./FieldReading.js"
import type { Place } from "./Place.js"

/** Parses a value from a fixed set. Fails with `enum.invalid`, which lists the accepted values. */
export const readOneOf = <A extends number | string>(
  value: Json,
  { field, ...at }: Place,
  accepted: ReadonlyArray<A>
): FieldReading<A> => {
  const found = accepted.find((one) => one === value)
  if (found !== undefined) return Either.right(found)
  return fault("enum.invalid", field, { ...at, origin: value, message: `one of ${accepted.join(", ")} is expected`, info: { accepted } })
}
