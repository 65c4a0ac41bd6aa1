import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Json } from "../domain/Json.js"
import { LocationUid } from "../domain/Uid.js"
import { fault, type FieldReading } from "./FieldReading.js"
import { isBlank } from "./isBlank.js"

const isLocationUid = Schema.is(LocationUid)

/**
 * Parses the uid of a location, an integer or its digits; null when absent. It does not check that the location exists.
 */
export const readLocationUid = (value: Json): FieldReading<LocationUid | null> => {
  if (isBlank(value)) return Either.right(null)
  const uid = typeof value === "string" && /^\d{1,16}$/.test(value.trim()) ? Number(value) : value
  if (isLocationUid(uid)) return Either.right(uid)
  return typeof uid === "number"
    ? fault(Number.isInteger(uid) ? "location.unknown" : "integer.invalid", "locationUid", { origin: value })
    : fault("type.invalid", "locationUid", { origin: value, message: "a whole number is expected" })
}
