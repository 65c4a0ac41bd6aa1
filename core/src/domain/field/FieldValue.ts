import * as Schema from "effect/Schema"
import { Image } from "../media/Image.js"
import { isEmail } from "../text/isEmail.js"
import { isJsonObject, type Json, type JsonObject } from "../text/Json.js"
import { chooseLanguage, MultilingualText } from "../text/MultilingualText.js"
import { isHttpUrl } from "../text/url.js"
import { type CivilDate, isCivilDate } from "../time/CivilDate.js"
import { type AdditionalField, type FieldType, isMultilingual, isMultipleChoice, isOptioned, isTextual } from "./AdditionalField.js"

/** The value of a field of type file: a link to a file elsewhere. */
export const FileLink = Schema.Struct({
  /** An http or https URL. */
  url: Schema.String,
  name: Schema.String,
  /** Bytes; null when unknown. */
  size: Schema.NullOr(Schema.Int),
  /** Media type; null when unknown. */
  type: Schema.NullOr(Schema.String)
}).annotations({ identifier: "FileLink" })
/** The value of a field of type file. */
export type FileLink = typeof FileLink.Type

/** The date of an ISO 8601 day; null for other texts, and for days that do not exist. */
export const dayOf = (text: string): CivilDate | null => {
  const [match, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  return match !== undefined && isCivilDate(date) ? date : null
}

/** Whether a text is a phone number as people write them: at least three digits, `+`, brackets and separators. */
export const isPhone = (text: string): boolean =>
  /^[+(]?[\d\s().\-/]{2,40}(?:(?:ext|x|#)\.?\s*\d{1,8})?$/i.test(text) && /(?:\d\D*){3}/.test(text)

/**
 * The value of an additional field of an event. Choices are lists of option ids, even for a single choice; `markdown`
 * and `html` values are markdown; dates are ISO 8601 days. The field's type decides which variant applies, see
 * `fieldValueOf`.
 */
export const FieldValue = Schema.Union(
  Schema.Boolean,
  Schema.JsonNumber,
  Schema.String,
  Schema.Array(Schema.Int),
  MultilingualText,
  FileLink,
  Image
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

/** Whether a value is text keyed by language. */
export const isTextByLanguage = (value: Json | undefined): value is MultilingualText =>
  isJsonObject(value) && Object.values(value).every((text) => typeof text === "string")

/**
 * Converts a stored text to the field's current definition, which may since have become multilingual or
 * single-language.
 */
const convertText = (field: AdditionalField, value: Json): FieldValue | undefined => {
  if (isTextByLanguage(value)) return isMultilingual(field) ? value : chooseLanguage(value, [])
  if (typeof value !== "string" || !isMultilingual(field)) return typeof value === "string" ? value : undefined
  return { [field.languages?.[0] ?? "und"]: value }
}

const isFileLink = Schema.is(FileLink)

/** Whether a value is an image. */
export const isImage: (value: Json | undefined) => value is Image = Schema.is(Image)

/** The texts that a field of a type of checked text takes. */
const textChecks: { readonly [T in FieldType]?: (text: string) => boolean } = {
  link: isHttpUrl,
  email: isEmail,
  phone: isPhone,
  date: (text) => dayOf(text) !== null
}

/** A stored text in one line, if the field's type takes it. */
const checkedText = ({ fieldType }: AdditionalField, value: Json): string | undefined => {
  const text = isTextByLanguage(value) ? chooseLanguage(value, []) : value
  return typeof text === "string" && textChecks[fieldType]?.(text) === true ? text : undefined
}

/**
 * The value of a field under its current definition; undefined when the event has none. Everything that shows, indexes,
 * exports or compares a value calls it, because a field's type may change after values were stored. A single choice
 * takes the first option of a stored list. Texts convert between one and several languages, and to a checked type such
 * as a link if they are one. Whole numbers convert between the two types of numbers. A stored value of another kind is
 * ignored, not deleted. It depends on the members that `indexedFields` contains, and on no other.
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
  switch (field.fieldType) {
    case "boolean":
      return typeof value === "boolean" ? value : undefined
    case "integer":
    case "number":
      return typeof value === "number" && (field.fieldType === "number" || Number.isSafeInteger(value)) ? value : undefined
    case "file":
      return isFileLink(value) ? value : undefined
    case "image":
      return isImage(value) ? value : undefined
    default:
      return checkedText(field, value)
  }
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
