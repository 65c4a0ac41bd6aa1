import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import {
  type AdditionalField,
  type FieldVisitor,
  isMarkup,
  isMultilingual,
  isMultipleChoice,
  isOptioned,
  mayRead,
  mayWrite
} from "../../domain/field/AdditionalField.js"
import {
  dayOf,
  type FieldValue,
  fieldValueOf,
  type FieldValues,
  type FileLink,
  isImage,
  isPhone,
  isTextByLanguage
} from "../../domain/field/FieldValue.js"
import type { Limits } from "../../domain/Limits.js"
import { isEmail } from "../../domain/text/isEmail.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"
import { fault, isBlank, isList, issuesOf, type ParseResult } from "../value/ParseResult.js"
import { noImages, type PreparedImage, type PreparedImages, readImage } from "../value/readImage.js"
import { readInstant } from "../value/readInstant.js"
import { readLink } from "../value/readLink.js"
import { readMultilingual } from "../value/readMultilingual.js"
import { readText } from "../value/readText.js"

interface FieldValueRules {
  /** Language of plain strings in multilingual fields; null: plain strings are refused. */
  readonly plainLang: string | null
  readonly limits: Limits
  /** The stored value. Its options are accepted even if the definition no longer contains them. */
  readonly held?: FieldValue | undefined
  /** The image data of the field; absent when there is none. */
  readonly image?: PreparedImage | undefined
  /**
   * Whether an import restores the value. It may then be a value that an earlier definition of the field accepted: an
   * option that the definition no longer contains, or a text as long as the longest type accepts.
   */
  readonly restored?: boolean
}

type IsOption = (id: number) => boolean

const optionFault = (field: string, isOption: IsOption, id: Json | undefined, item: Json, at: { readonly index?: number }) => {
  if (typeof id !== "number") return issue("type.invalid", field, { ...at, origin: item, message: "the id of an option is expected" })
  return isOption(id) ? null : issue("option.unknown", field, { ...at, origin: item })
}

const knownOptions = ({ options = [] }: AdditionalField, held: FieldValue | undefined): ReadonlySet<number> =>
  new Set([...options.map(({ id }) => id), ...(isIdList(held) ? held : [])])

const isIdList = (value: FieldValue | undefined): value is ReadonlyArray<number> => Array.isArray(value)

const readOptions = (
  definition: AdditionalField,
  value: Json,
  { held, limits, restored = false }: FieldValueRules
): ParseResult<ReadonlyArray<number>> => {
  const known = knownOptions(definition, held)
  const isOption: IsOption = restored ? Number.isSafeInteger : (id) => known.has(id)
  const ids = new Set<number>()
  const issues: Array<Issue> = []
  for (const [index, item] of (isList(value) ? value : [value]).entries()) {
    if (issues.length > limits.issues_max) break
    const id = isJsonObject(item) ? item.id : item
    const found = optionFault(definition.field, isOption, id, item, isList(value) ? { index } : {})
    if (found !== null) issues.push(found)
    else if (typeof id === "number") ids.add(id)
  }
  if (issues.length > 0) return Either.left(issues)
  if (ids.size <= 1 || isMultipleChoice(definition)) return Either.right([...ids])
  return fault("tooMany", definition.field, { origin: value, message: "the field takes one option", info: { max: 1 } })
}

const readFieldText = (
  definition: AdditionalField,
  value: Json,
  { limits, plainLang, restored = false }: FieldValueRules
): ParseResult<FieldValue | null> => {
  const { field, fieldType } = definition
  const long_max = limits.fieldLongText_chars_max
  const chars_max = fieldType === "text"
    ? Math.max(limits.fieldText_chars_max, restored ? long_max : 0)
    : isMarkup(definition)
    ? Math.max(long_max, limits.longDescriptionRaw_chars_max)
    : long_max
  const rules = { field, chars_max, keepEnds: isMarkup(definition) }
  if (!isMultilingual(definition)) return readText(value, rules)
  return Either.map(
    readMultilingual(value, { ...rules, plainLang, languages_max: limits.languages_max }),
    (text) => Object.keys(text).length === 0 ? null : text
  )
}

/** Parses a text of one line that must pass a check; null when blank. */
const readChecked = (
  { field }: AdditionalField,
  value: Json,
  { limits }: FieldValueRules,
  check: (text: string) => boolean,
  failed: (field: string, origin: Json) => ParseResult<never>
): ParseResult<string | null> =>
  Either.flatMap(
    readText(value, { field, chars_max: limits.fieldText_chars_max }),
    (text) => text === null || check(text) ? Either.right(text) : failed(field, value)
  )

/** Parses a day: an ISO 8601 date, or the date in an instant as it is written. */
const readDay = ({ field }: AdditionalField, value: Json): ParseResult<string> => {
  const text = typeof value === "string" ? value.trim() : ""
  const day = Either.isRight(readInstant(text)) ? text.slice(0, 10) : text
  return dayOf(day) !== null
    ? Either.right(day)
    : fault("date.invalid", field, { origin: value, message: "a day is expected, such as 2031-05-10" })
}

const mediaTypePattern = /^[a-z0-9][\w.+-]*\/[a-z0-9][\w.+-]*$/i

/** The last segment of a URL's path, decoded; the URL itself when there is none. */
const fileNameOf = (url: string): string => {
  const segment = /^[a-z]+:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)/i.exec(url)?.[1] ?? url
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Parses a link to a file: its URL, or `{url, name, size, type}`. Without `name`, the URL decides it. */
const readFile = ({ field }: AdditionalField, value: Json, { limits }: FieldValueRules): ParseResult<FileLink | null> => {
  const written = isJsonObject(value) ? value : { url: value }
  const at = (member: string): string => isJsonObject(value) ? `${field}.${member}` : field
  const { name = null, size = null, type = null, url = null } = written
  const link = readLink(at("url"), url, "link.invalid", limits)
  const readings = {
    url: Either.flatMap(link, (found) => found === null ? fault("required", at("url"), { origin: value }) : Either.right(found)),
    name: readText(name, { field: at("name"), chars_max: limits.fieldText_chars_max }),
    size: size === null || (typeof size === "number" && Number.isSafeInteger(size) && size >= 0)
      ? Either.right(size)
      : fault("integer.invalid", at("size"), { origin: size, message: "a number of bytes is expected" }),
    type: type === null || (typeof type === "string" && type.length <= limits.fieldText_chars_max && mediaTypePattern.test(type))
      ? Either.right(type)
      : fault("type.invalid", at("type"), { origin: type, message: "a media type is expected, such as application/pdf" })
  }
  const found = Either.all(readings)
  if (Either.isLeft(found)) return Either.left(issuesOf(Object.values(readings)))
  const { right } = found
  return Either.right({ url: right.url, name: right.name ?? fileNameOf(right.url), size: right.size, type: right.type })
}

/** Parses an image, as that of an event. */
const readFieldImage = ({ field }: AdditionalField, value: Json, { held, image }: FieldValueRules): ParseResult<FieldValue | null> => {
  const stored = isImage(held) ? held : null
  return Either.map(
    readImage(value, stored, image, field),
    (reading) => reading === "keep" ? stored : reading === "remove" ? null : reading
  )
}

/**
 * Parses the value of an additional field; null when it is empty (wire.md §5, field types). Options are an id or a list
 * of distinct ids; `{id, label}` counts as its id. Several ids require a field with multiple values. Texts are cleaned;
 * markup stays as written.
 *
 * @example
 * readFieldValue(genres, [3, { id: 1, label: "Jazz" }], rules) // [3, 1]
 */
export const readFieldValue = (definition: AdditionalField, value: Json, rules: FieldValueRules): ParseResult<FieldValue | null> => {
  if (definition.fieldType === "image") return readFieldImage(definition, value, rules)
  if (isBlank(value)) return Either.right(null)
  if (isOptioned(definition)) return readOptions(definition, value, rules)
  const { field } = definition
  switch (definition.fieldType) {
    case "boolean":
      return typeof value === "boolean"
        ? Either.right(value)
        : fault("type.invalid", field, { origin: value, message: "a boolean is expected" })
    case "integer":
      return Number.isSafeInteger(value) && typeof value === "number"
        ? Either.right(value)
        : fault("integer.invalid", field, { origin: value })
    case "number":
      return Number.isFinite(value) && typeof value === "number" ? Either.right(value) : fault("number.invalid", field, { origin: value })
    case "link":
      return readLink(field, value, "link.invalid", rules.limits)
    case "email":
      return readChecked(definition, value, rules, isEmail, (at, origin) => fault("email.invalid", at, { origin }))
    case "phone":
      return readChecked(
        definition,
        value,
        rules,
        isPhone,
        (at, origin) => fault("type.invalid", at, { origin, message: "a phone number is expected, such as +33 1 23 45 67 89" })
      )
    case "date":
      return readDay(definition, value)
    case "file":
      return readFile(definition, value, rules)
    default:
      return readFieldText(definition, value, rules)
  }
}

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
