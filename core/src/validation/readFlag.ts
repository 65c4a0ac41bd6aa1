import * as Either from "effect/Either"
import type { Json } from "../domain/Json.js"
import { fault, type FieldReading } from "./FieldReading.js"

/** Reads a boolean; null is false. */
export const readFlag = (field: string, value: Json): FieldReading<boolean> =>
  value === null || typeof value === "boolean"
    ? Either.right(value ?? false)
    : fault("type.invalid", field, { origin: value, message: "a boolean is expected" })
