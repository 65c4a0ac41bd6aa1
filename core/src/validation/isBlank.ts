import type { Json } from "../domain/Json.js"
import { isList } from "./isList.js"

/** Whether a value is empty: null, or an empty text, list or object (wire.md §2, PATCH). */
export const isBlank = (value: Json): boolean => {
  if (value === null) return true
  if (typeof value === "string") return value.trim() === ""
  if (isList(value)) return value.length === 0
  return typeof value === "object" && Object.keys(value).length === 0
}
