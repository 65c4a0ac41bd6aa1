import type { Json } from "../domain/Json.js"

/** Whether a JSON value is a list. */
export const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)
