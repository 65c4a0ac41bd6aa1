import * as Either from "effect/Either"
import { isJsonObject, type Json } from "../domain/Json.js"
import { fault, type FieldReading } from "./FieldReading.js"

/** Parses a number from a fixed set; also accepts the `{id, label}` form of responses (wire.md §2, Bodies). */
export const readChoice = <A extends number>(field: string, value: Json, accepted: ReadonlyArray<A>): FieldReading<A> => {
  const id = isJsonObject(value) ? value.id : value
  const found = accepted.find((one) => one === id)
  if (found !== undefined) return Either.right(found)
  return fault("enum.invalid", field, { origin: value, message: `one of ${accepted.join(", ")} is expected`, info: { accepted } })
}
