import * as Either from "effect/Either"
import type { AdditionalField } from "../domain/AdditionalField.js"
import { isMultilingual } from "../domain/fieldKinds.js"
import { type FieldVisitor, mayRead, mayWrite } from "../domain/fieldRights.js"
import type { FieldValue, FieldValues } from "../domain/FieldValue.js"
import { fieldValueOf } from "../domain/fieldValueOf.js"
import { type Issue, issue } from "../domain/Issue.js"
import type { Json, JsonObject } from "../domain/Json.js"
import { fault, type FieldReading } from "./FieldReading.js"
import { type FieldValueRules, readFieldValue } from "./readFieldValue.js"

/** The additional fields that a body is read for, and who writes it. */
export interface WrittenFields {
  /** Those of the agenda, whoever may read or write them. */
  readonly definitions: ReadonlyArray<AdditionalField>
  readonly writer: FieldVisitor
  /** Whether an event is restored, which may be older than the demand for a value: then none is required. */
  readonly restored: boolean
  /** How stored markdown reads in a field of type html: posted back, it is what is stored. */
  readonly toHtml: (markdown: string) => string
}

/** How values are read, and against what. */
export interface FieldValuesContext extends FieldValueRules {
  readonly mode: "create" | "replace" | "patch"
  readonly fields: WrittenFields
  /** What the event has; nothing on create. */
  readonly stored: FieldValues
  /** Those that the body speaks: a multilingual field that is needed and not there is so in each. */
  readonly languages: ReadonlyArray<string>
}

/** The codes of the fields that a body of this writer may name; any other is left alone as if there were no such field. */
export const namedFields = ({ definitions, writer }: WrittenFields): ReadonlyArray<string> =>
  definitions.flatMap((definition) => mayWrite(definition, writer) || mayRead(definition, writer) ? [definition.field] : [])

/** The codes of the multilingual fields that this writer may write. */
export const writableTexts = ({ definitions, writer }: WrittenFields): ReadonlyArray<string> =>
  definitions.flatMap((definition) => isMultilingual(definition) && mayWrite(definition, writer) ? [definition.field] : [])

/** The faults of a field that is needed and has no value. */
export const missingField = (definition: AdditionalField, languages: ReadonlyArray<string>, value?: Json): ReadonlyArray<Issue> => {
  const more = value === undefined || value === null ? {} : { origin: value }
  return isMultilingual(definition) && languages.length > 0
    ? languages.map((lang) => issue("required", definition.field, { ...more, lang, message: "a string is required" }))
    : [issue("required", definition.field, more)]
}

/** A text that is how the stored one reads as the stored one, anything else as it is. */
const unrendered = (value: FieldValue | null, stored: FieldValue | undefined, toHtml: WrittenFields["toHtml"]): FieldValue | null => {
  if (typeof value === "string") return typeof stored === "string" && value === toHtml(stored) ? stored : value
  if (!isTexts(value) || !isTexts(stored)) return value
  return Object.fromEntries(
    Object.entries(value).map(([lang, text]) => {
      const known = Object.hasOwn(stored, lang) ? stored[lang] : undefined
      return [lang, known !== undefined && text === toHtml(known) ? known : text]
    })
  )
}

const isTexts = (value: FieldValue | null | undefined): value is { readonly [lang: string]: string } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isSame = (left: FieldValue | null, right: FieldValue | null): boolean => JSON.stringify(left) === JSON.stringify(right)

/** What becomes of a field: its value, null for none; undefined where it is left alone. */
const readField = (
  body: JsonObject,
  definition: AdditionalField,
  context: FieldValuesContext
): FieldReading<FieldValue | null> | undefined => {
  const { fields: { restored, toHtml, writer }, languages, mode } = context
  const { field, fieldType } = definition
  const written = Object.hasOwn(body, field) ? body[field] : undefined
  const stored = fieldValueOf(definition, context.stored)
  const isReadable = mayRead(definition, writer)
  const read = (value: Json): FieldReading<FieldValue | null> =>
    Either.map(
      readFieldValue(definition, value, { ...context, held: stored }),
      (found) => fieldType === "html" ? unrendered(found, stored, toHtml) : found
    )
  if (!mayWrite(definition, writer)) {
    if (written === undefined || !isReadable) return undefined
    const reading = read(written)
    const isStored = Either.isRight(reading) && isSame(reading.right, stored ?? null)
    return isStored ? undefined : fault("unauthorized", field, { origin: written })
  }
  // Who does not read a field cannot know what to post back.
  if (written === undefined && (mode === "patch" || (mode === "replace" && !isReadable && stored !== undefined))) return undefined
  return Either.flatMap(
    read(written ?? null),
    (value) =>
      value === null && !definition.optional && !restored ? Either.left(missingField(definition, languages, written)) : Either.right(value)
  )
}

/**
 * Reads the additional fields of a body, each by its code (service.md, Creating events; wire.md §2, §5). A create and a full update take those
 * that are not named as empty, but for what the writer may not write. A field whose value the writer may not change is only to be named with
 * the one there is (`unauthorized`).
 *
 * @example
 * readFieldValues({ genres: [9], places: 12 }, context) // { genres: Left([option.unknown genres #0]), places: Right(12) }
 */
export const readFieldValues = (
  body: JsonObject,
  context: FieldValuesContext
): { readonly [code: string]: FieldReading<FieldValue | null> } =>
  Object.fromEntries(
    context.fields.definitions.flatMap((definition) => {
      const reading = readField(body, definition, context)
      return reading === undefined ? [] : [[definition.field, reading]]
    })
  )
