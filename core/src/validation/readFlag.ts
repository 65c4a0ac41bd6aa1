import * as Either from "effect/Either"
import type { Json } from "../domain/Json.js"
import { fault, type FieldReading } from "./FieldReading.js"
import { isBlank } from "./isBlank.js"

/** Parses a boolean; blank values are false. */
export const readFlag = (field: string, value: Json): FieldReading<boolean> =>
  typeof value === "boolean"
    ? Either.right(value)
    : isBlank(value)
    ? Either.right(false)
    : fault("type.invalid", field, { origin: value, message: "a boolean is expected" })
