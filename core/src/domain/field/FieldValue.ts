import * as Schema from "effect/Schema"
import { isJsonObject, type Json, type JsonObject } from "../text/Json.js"
import { chooseLanguage, MultilingualText } from "../text/MultilingualText.js"
import { type AdditionalField, isMultilingual, isMultipleChoice, isOptioned, isTextual } from "./AdditionalField.js"

/**
 * The value of an additional field of an event. Choices are lists of option ids, even for a single choice; `markdown`
 * and `html` values are markdown. The field's type decides which variant applies, see `fieldValueOf`.
 */
export const FieldValue = Schema.Union(
  Schema.Boolean,
  Schema.JsonNumber,
  Schema.String,
  Schema.Array(Schema.Int),
  MultilingualText
).annotations({ identifier: "FieldValue" })
/** The value of an additional field of an event. */
export type FieldValue = typeof FieldValue.Type

/** The additional field values of an event, by field code, ordered by code. */
export const FieldValues = Schema.Record({ key: Schema.String, value: FieldValue }).annotations({
  identifier: "FieldValues",
  examples: [{ genres: [3, 1], places: 40, teaser: { fr: "À ne pas manquer" } }]
})
/** The additional field values of an event, by field code. */
export type FieldValues = typeof FieldValues.Type

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
  if (isOptioned(field)) return isIdList(value) ? isMultipleChoice(field) ? value : value.slice(0, 1) : undefined
  if (isTextual(field)) return convertText(field, value)
  if (field.fieldType === "boolean") return typeof value === "boolean" ? value : undefined
  return typeof value === "number" && (field.fieldType === "number" || Number.isSafeInteger(value)) ? value : undefined
}

/**
 * Merges field values: `changes` replace stored values, null removes one. The result is ordered by code, so that equal
 * values have equal JSON.
 */
export const mergeFieldValues = (
  values: FieldValues,
  changes: { readonly [code: string]: FieldValue | null } = {}
): FieldValues =>
  Object.fromEntries(
    Object.entries({ ...values, ...changes })
      .flatMap(([code, value]): ReadonlyArray<[string, FieldValue]> => value === null ? [] : [[code, value]])
      .toSorted(([left], [right]) => left < right ? -1 : 1)
  )
