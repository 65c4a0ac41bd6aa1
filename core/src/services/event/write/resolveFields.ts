import type * as Context from "effect/Context"
import * as Either from "effect/Either"
import { type Issue, issue } from "../../../domain/error/Issue.js"
import { type AdditionalField, isMarkup } from "../../../domain/field/AdditionalField.js"
import { type FieldValue, fieldValueOf, type FieldValues, isTextByLanguage, mergeFieldValues } from "../../../domain/field/FieldValue.js"
import { cleanText, countChars, isBlankText } from "../../../domain/text/cleanText.js"
import { isJsonObject } from "../../../domain/text/Json.js"
import type { MultilingualText } from "../../../domain/text/MultilingualText.js"
import type { RichText } from "../../../ports/RichText.js"
import type { EventChanges } from "../../../validation/event/EventChanges.js"
import { missingField, type WrittenFields } from "../../../validation/field/readFieldValues.js"

/** Location of a markup text in a body, and its maximum stored length in characters. */
export interface MarkupField {
  readonly field: string
  readonly lang?: string
  readonly chars_max: number
}

/**
 * The stored form of a markup text: HTML is converted to markdown, markdown is sanitized (wire.md §5, longDescription);
 * null when it becomes empty. A text equal to the stored one, or to its rendering as HTML, returns the stored one, even
 * if the rules have changed since. Left: it is too long.
 */
const resolveMarkup = (
  text: string,
  stored: string | undefined,
  { cleanMarkdown, isHtml, toHtml, toMarkdown }: Context.Tag.Service<RichText>,
  { chars_max, ...path }: MarkupField
): Either.Either<string | null, Issue> => {
  if (text === stored) return Either.right(text)
  const markdown = isHtml(text) ? toMarkdown(text) : cleanMarkdown(text)
  if (stored !== undefined && markdown !== stored && isHtml(text) && text === toHtml(stored)) return Either.right(stored)
  // HTML entities may decode to characters that stored texts must not contain.
  const settled = cleanText(markdown)
  const length = settled.length <= chars_max ? 0 : countChars(settled)
  if (length <= chars_max) return Either.right(isBlankText(settled) ? null : settled)
  const { field, ...at } = path
  const message = `at most ${chars_max} characters are stored, these are ${length} as markdown`
  return Either.left(issue("string.toolong", field, { ...at, origin: text, message, info: { max: chars_max, length } }))
}

/** Markup texts to be stored, and the issues of those that are too long. */
export interface ResolvedDescriptions {
  readonly texts: MultilingualText
  readonly issues: ReadonlyArray<Issue>
}

/** Resolves each text of a multilingual field with `resolveMarkup`. A language whose text is empty is removed. */
export const resolveDescriptions = (
  written: MultilingualText,
  stored: MultilingualText,
  richText: Context.Tag.Service<RichText>,
  path: Omit<MarkupField, "lang">
): ResolvedDescriptions => {
  const texts: { [lang: string]: string } = {}
  const issues: Array<Issue> = []
  for (const [lang, text] of Object.entries(written)) {
    const settled = resolveMarkup(text, Object.hasOwn(stored, lang) ? stored[lang] : undefined, richText, { ...path, lang })
    if (Either.isLeft(settled)) issues.push(settled.left)
    else if (settled.right !== null) texts[lang] = settled.right
  }
  return { texts, issues }
}

/** Additional fields to be stored, and the issues of those that cannot be. */
export interface ResolvedFields {
  readonly fields: NonNullable<EventChanges["fields"]>
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
  path: { readonly field: string; readonly chars_max: number }
): ResolvedValue => {
  if (typeof value === "string") {
    const settled = resolveMarkup(value, typeof stored === "string" ? stored : undefined, richText, path)
    return Either.isRight(settled) ? { value: settled.right, issues: [] } : { value: null, issues: [settled.left] }
  }
  if (!isTextByLanguage(value)) return { value, issues: [] }
  const { issues, texts } = resolveDescriptions(value, isTextByLanguage(stored) ? stored : {}, richText, path)
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
  typeof value === "string" || isTextByLanguage(value)

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
