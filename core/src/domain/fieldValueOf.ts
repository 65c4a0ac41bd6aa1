import type { AdditionalField } from "./AdditionalField.js"
import { isMultilingual, isOptioned, isTextual } from "./fieldKinds.js"
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
 * The value of a field, converted to its current definition; undefined when the event has none. A field's type may
 * change after values were written: single and multiple choices convert, and so do texts in one or several languages. A
 * stored value of another kind is ignored, not deleted.
 *
 * @example
 * fieldValueOf({ field: "genres", fieldType: "radio", … }, { genres: [3] }) // [3]
 * fieldValueOf({ field: "genres", fieldType: "text", … }, { genres: [3] }) // undefined
 */
export const fieldValueOf = (field: AdditionalField, values: JsonObject): FieldValue | undefined => {
  const value = Object.hasOwn(values, field.field) ? values[field.field] : undefined
  if (value === undefined) return undefined
  if (isOptioned(field)) return isIdList(value) ? value : undefined
  if (isTextual(field)) return convertText(field, value)
  if (field.fieldType === "boolean") return typeof value === "boolean" ? value : undefined
  return typeof value === "number" && (field.fieldType === "number" || Number.isSafeInteger(value)) ? value : undefined
}
