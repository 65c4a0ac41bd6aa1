import type * as Context from "effect/Context"
import * as Either from "effect/Either"
import type { AdditionalField } from "../../domain/AdditionalField.js"
import { isMarkup } from "../../domain/fieldKinds.js"
import type { FieldValue, FieldValues } from "../../domain/FieldValue.js"
import { fieldValueOf } from "../../domain/fieldValueOf.js"
import type { Issue } from "../../domain/Issue.js"
import { isJsonObject } from "../../domain/Json.js"
import { mergeFieldValues } from "../../domain/mergeFieldValues.js"
import type { RichText } from "../../ports/RichText.js"
import type { EventDraft } from "../../validation/EventDraft.js"
import { missingField, type WrittenFields } from "../../validation/readFieldValues.js"
import { resolveDescriptions } from "./resolveDescriptions.js"
import { resolveMarkup } from "./resolveMarkup.js"

/** Additional fields to be stored, and the issues of those that cannot be. */
export interface ResolvedFields {
  readonly fields: NonNullable<EventDraft["fields"]>
  readonly issues: ReadonlyArray<Issue>
}

interface ResolvedValue {
  readonly value: FieldValue | null
  readonly issues: ReadonlyArray<Issue>
}

const resolveValue = (
  value: FieldValue,
  stored: FieldValue | undefined,
  richText: Context.Tag.Service<RichText>,
  place: { readonly field: string; readonly chars_max: number }
): ResolvedValue => {
  if (typeof value === "string") {
    const settled = resolveMarkup(value, typeof stored === "string" ? stored : undefined, richText, place)
    return Either.isRight(settled) ? { value: settled.right, issues: [] } : { value: null, issues: [settled.left] }
  }
  if (!isJsonObject(value)) return { value, issues: [] }
  const { issues, texts } = resolveDescriptions(value, isJsonObject(stored) ? stored : {}, richText, place)
  return { value: Object.keys(texts).length === 0 ? null : texts, issues }
}

/** Resolves the markup of a draft's additional fields. A required field whose text becomes empty counts as missing. */
export const resolveFields = (
  drafted: ResolvedFields["fields"],
  stored: FieldValues,
  { definitions, restored }: Pick<WrittenFields, "definitions" | "restored">,
  richText: Context.Tag.Service<RichText>,
  chars_max: number
): ResolvedFields => {
  const fields: { [code: string]: FieldValue | null } = { ...drafted }
  const issues: Array<Issue> = []
  for (const definition of definitions) {
    const { field, optional } = definition
    const written = Object.hasOwn(fields, field) ? fields[field] ?? null : null
    if (!isMarkup(definition) || written === null) continue
    const settled = resolveValue(written, fieldValueOf(definition, stored), richText, { field, chars_max })
    fields[field] = settled.value
    issues.push(...settled.issues)
    if (settled.value === null && settled.issues.length === 0 && !optional && !restored) {
      issues.push(...missingField(definition, isJsonObject(written) ? Object.keys(written) : [], written))
    }
  }
  return { fields, issues }
}

const isText = (value: FieldValue | undefined): value is string | { readonly [lang: string]: string } =>
  typeof value === "string" || isJsonObject(value)

/**
 * Stored values with the markup of each field that is of a markup type now. A text that was stored while the field was
 * plain text is resolved as if it were written now, and removed when it becomes empty.
 */
export const resolveStoredFields = (
  stored: FieldValues,
  definitions: ReadonlyArray<AdditionalField>,
  richText: Context.Tag.Service<RichText>
): FieldValues => {
  const texts = definitions.flatMap((definition) => {
    const value = Object.hasOwn(stored, definition.field) ? stored[definition.field] : undefined
    return isMarkup(definition) && isText(value) ? [[definition.field, value] as const] : []
  })
  const { fields } = resolveFields(Object.fromEntries(texts), {}, { definitions, restored: true }, richText, Infinity)
  return mergeFieldValues(stored, fields)
}
