import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { type AdditionalField, type FieldVisitor, isMultilingual, mayRead, mayWrite } from "../../domain/field/AdditionalField.js"
import { type FieldValue, fieldValueOf, type FieldValues, isTextByLanguage } from "../../domain/field/FieldValue.js"
import type { Json, JsonObject } from "../../domain/text/Json.js"
import { fault, type ParseResult } from "../value/ParseResult.js"
import { noImages, type PreparedImages } from "../value/readImage.js"
import { type FieldValueRules, readFieldValue } from "./readFieldValue.js"

/** The additional fields of the agenda, with the rights of the writer. */
export interface WrittenFields {
  /** All fields of the agenda, independent of who may read or write them. */
  readonly definitions: ReadonlyArray<AdditionalField>
  readonly writer: FieldVisitor
  /**
   * Whether an import restores the event. Then no field is required, because the event may be older than the
   * requirement.
   */
  readonly restored: boolean
  /** Renders stored markdown for fields of type html. A value equal to the rendered form means the stored markdown. */
  readonly toHtml: (markdown: string) => string
}

/** Context for parsing additional fields. */
export interface FieldValuesContext extends FieldValueRules {
  readonly mode: "create" | "replace" | "patch"
  readonly fields: WrittenFields
  /** Stored values; empty on create. */
  readonly stored: FieldValues
  /** The image data of the write; absent when there is none. */
  readonly images?: PreparedImages
  /** Languages of the body. A missing required multilingual field is reported once per language. */
  readonly languages: ReadonlyArray<string>
}

/** Codes of the fields that this writer may send; any other code is ignored as unknown. */
export const namedFields = ({ definitions, writer }: WrittenFields): ReadonlyArray<string> =>
  definitions.flatMap((definition) => mayWrite(definition, writer) || mayRead(definition, writer) ? [definition.field] : [])

/** Codes of the multilingual fields that this writer may write. */
export const writableTexts = ({ definitions, writer }: WrittenFields): ReadonlyArray<string> =>
  definitions.flatMap((definition) => isMultilingual(definition) && mayWrite(definition, writer) ? [definition.field] : [])

/** Issues of a required field without a value. */
export const missingField = (definition: AdditionalField, languages: ReadonlyArray<string>, value?: Json): ReadonlyArray<Issue> => {
  const more = value === undefined || value === null ? {} : { origin: value }
  return isMultilingual(definition) && languages.length > 0
    ? languages.map((lang) => issue("required", definition.field, { ...more, lang, message: "a string is required" }))
    : [issue("required", definition.field, more)]
}

/** Replaces rendered texts by the stored markdown that they were rendered from; other texts are unchanged. */
const unrenderMarkup = (value: FieldValue | null, stored: FieldValue | undefined, toHtml: WrittenFields["toHtml"]): FieldValue | null => {
  if (typeof value === "string") return typeof stored === "string" && value === toHtml(stored) ? stored : value
  if (value === null || !isTextByLanguage(value) || !isTextByLanguage(stored)) return value
  return Object.fromEntries(
    Object.entries(value).map(([lang, text]) => {
      const storedText = Object.hasOwn(stored, lang) ? stored[lang] : undefined
      return [lang, storedText !== undefined && text === toHtml(storedText) ? storedText : text]
    })
  )
}

const isSame = (left: Json, right: FieldValue | null): boolean => JSON.stringify(left) === JSON.stringify(right)

/** The new value of a field: null for no value, undefined when it is unchanged. */
const readField = (
  body: JsonObject,
  definition: AdditionalField,
  context: FieldValuesContext
): ParseResult<FieldValue | null> | undefined => {
  const { fields: { restored, toHtml, writer }, images = noImages, languages, mode } = context
  const { field, fieldType } = definition
  const written = Object.hasOwn(body, field) ? body[field] : undefined
  const stored = fieldValueOf(definition, context.stored)
  const isReadable = mayRead(definition, writer)
  // The answer does not tell whether a value that the writer cannot read was sent.
  const held = isReadable ? stored : undefined
  const image = fieldType === "image" ? images.byField.get(field) : undefined
  const hasFile = image !== undefined && image.written !== null
  const read = (value: Json): ParseResult<FieldValue | null> => {
    // A value that is sent back as it was read may be longer than a new one: the field's type may have changed since.
    if (held !== undefined && !hasFile && isSame(value, held)) return Either.right(held)
    return Either.map(
      readFieldValue(definition, value, { ...context, held, image, restored }),
      (found) => fieldType === "html" ? unrenderMarkup(found, held, toHtml) : found
    )
  }
  if (!mayWrite(definition, writer)) {
    if (!isReadable) return undefined
    if (hasFile) return fault("unauthorized", field)
    if (written === undefined) return undefined
    const reading = read(written)
    const isStored = Either.isRight(reading) && isSame(reading.right, stored ?? null)
    return isStored ? undefined : fault("unauthorized", field, { origin: written })
  }
  // A writer who cannot read a field cannot send its value back.
  if (written === undefined && !hasFile && (mode === "patch" || (mode === "replace" && !isReadable && stored !== undefined))) {
    return undefined
  }
  const reading = Either.flatMap(
    read(written ?? null),
    (value) =>
      value === null && !definition.optional && !restored ? Either.left(missingField(definition, languages, written)) : Either.right(value)
  )
  // Sending the shown value back does not change the stored one, even if the field's type hides a part of it.
  return Either.isRight(reading) && isSame(reading.right, stored ?? null) ? undefined : reading
}

/**
 * Parses the additional fields of a body by code (service.md, Creating events; wire.md §2, §5). In a create and a full
 * update, missing fields count as empty, unless the writer may not write them. A field that the writer may not write
 * must have its stored value, else the issue is `unauthorized`.
 *
 * @example
 * readFieldValues({ genres: [9], places: 12 }, context)
 * // { genres: Left([option.unknown genres #0]), places: Right(12) }
 */
export const readFieldValues = (
  body: JsonObject,
  context: FieldValuesContext
): { readonly [code: string]: ParseResult<FieldValue | null> } =>
  Object.fromEntries(
    context.fields.definitions.flatMap((definition) => {
      const reading = readField(body, definition, context)
      return reading === undefined ? [] : [[definition.field, reading]]
    })
  )
