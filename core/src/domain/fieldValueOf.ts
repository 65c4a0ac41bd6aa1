import type { AdditionalField } from "./AdditionalField.js"
import { isMultilingual, isOptioned, isTextual } from "./fieldKinds.js"
import type { FieldValue } from "./FieldValue.js"
import { isJsonObject, type Json, type JsonObject } from "./Json.js"
import { chooseLanguage, type MultilingualText } from "./MultilingualText.js"

const areIds = (value: Json): value is ReadonlyArray<number> =>
  Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === "number")

const areTexts = (value: Json): value is MultilingualText =>
  isJsonObject(value) && Object.values(value).every((text) => typeof text === "string")

/** A text as the field holds it now, which may have become multilingual since it was written, or no longer be. */
const textOf = (field: AdditionalField, value: Json): FieldValue | undefined => {
  if (areTexts(value)) return isMultilingual(field) ? value : chooseLanguage(value, [])
  if (typeof value !== "string" || !isMultilingual(field)) return typeof value === "string" ? value : undefined
  const lang = field.languages?.[0]
  return lang === undefined ? undefined : { [lang]: value }
}

/**
 * The value of a field among those that an event has, as the definition has it now; undefined where there is none. Types change: options stay
 * what they were whether one or several are taken, and texts whether in one language or several; a value that is of another kind counts as
 * none, and stays stored.
 *
 * @example
 * fieldValueOf({ field: "genres", fieldType: "radio", … }, { genres: [3] }) // [3]
 * fieldValueOf({ field: "genres", fieldType: "text", … }, { genres: [3] }) // undefined
 */
export const fieldValueOf = (field: AdditionalField, values: JsonObject): FieldValue | undefined => {
  const value = Object.hasOwn(values, field.field) ? values[field.field] : undefined
  if (value === undefined) return undefined
  if (isOptioned(field)) return areIds(value) ? value : undefined
  if (isTextual(field)) return textOf(field, value)
  if (field.fieldType === "boolean") return typeof value === "boolean" ? value : undefined
  return typeof value === "number" && (field.fieldType === "number" || Number.isSafeInteger(value)) ? value : undefined
}
