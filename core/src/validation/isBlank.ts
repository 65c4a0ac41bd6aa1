import type { Json } from "../domain/Json.js"

/** Whether a value is empty: null, or an empty text, list or object (wire.md §2, PATCH). */
export const isBlank = (value: Json): boolean => {
  if (value === null) return true
  if (typeof value === "string") return value.trim() === ""
  return typeof value === "object" && Object.keys(value).length === 0
}
