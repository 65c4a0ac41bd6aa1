import type { AdditionalField } from "./AdditionalField.js"
import { isListed, isMultilingual, isOptioned, isTextual } from "./fieldKinds.js"
import type { FieldValue } from "./FieldValue.js"
import { isJsonObject, type Json, type JsonObject } from "./Json.js"
import { chooseLanguage, type MultilingualText } from "./MultilingualText.js"

const isIdList = (value: Json): value is ReadonlyArray<number> =>
  Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === "number")

const isTextByLanguage = (value: Json): value is MultilingualText =>
  isJsonObject(value) && Object.values(value).every((text) => typeof text === "string")

/**
 * Converts a stored text to the field's current definition, which may since have become multilingual or
 * single-language.
 */
const convertText = (field: AdditionalField, value: Json): FieldValue | undefined => {
  if (isTextByLanguage(value)) return isMultilingual(field) ? value : chooseLanguage(value, [])
  if (typeof value !== "string" || !isMultilingual(field)) return typeof value === "string" ? value : undefined
  const lang = field.languages?.[0]
  return lang === undefined ? undefined : { [lang]: value }
}

/**
 * The value of a field under its current definition; undefined when the event has none. Everything that shows, indexes,
 * exports or compares a value calls it, because a field's type may change after values were stored. A single choice
 * takes the first option of a stored list. Texts convert between one and several languages, and whole numbers between
 * the two types of numbers. A stored value of another kind is ignored, not deleted. It depends on the members that
 * `indexedFields` contains, and on no other.
 *
 * @example
 * fieldValueOf({ field: "genres", fieldType: "checkbox", … }, { genres: [3, 1] }) // [3, 1]
 * fieldValueOf({ field: "genres", fieldType: "radio", … }, { genres: [3, 1] }) // [3]
 * fieldValueOf({ field: "genres", fieldType: "text", … }, { genres: [3, 1] }) // undefined
 */
export const fieldValueOf = (field: AdditionalField, values: JsonObject): FieldValue | undefined => {
  const value = Object.hasOwn(values, field.field) ? values[field.field] : undefined
  if (value === undefined) return undefined
  if (isOptioned(field)) return isIdList(value) ? isListed(field) ? value : value.slice(0, 1) : undefined
  if (isTextual(field)) return convertText(field, value)
  if (field.fieldType === "boolean") return typeof value === "boolean" ? value : undefined
  return typeof value === "number" && (field.fieldType === "number" || Number.isSafeInteger(value)) ? value : undefined
}
