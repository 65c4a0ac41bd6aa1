import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { type FieldOption, type FieldType, isOptioned, type SchemaType } from "../../domain/field/AdditionalField.js"
import { slugOf } from "../../domain/identity/slug.js"
import type { Limits } from "../../domain/Limits.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import { fault, isBlank, isList, issuesOf, type ParseResult, readingOf } from "../value/ParseResult.js"
import { readNeededMultilingual } from "../value/readMultilingual.js"
import { readText } from "../value/readText.js"

/** Parsing rules of field definitions. */
export interface FieldRules {
  /** Owner of the fields; replaces the `schemaType` of the definitions. */
  readonly schemaType: SchemaType
  /**
   * Language of labels that are plain strings; null when unknown, which stores them under `und` (ISO 639-2,
   * undetermined).
   */
  readonly lang: string | null
  readonly limits: Pick<
    Limits,
    "fields_max" | "fieldCode_chars_max" | "fieldLabel_chars_max" | "fieldOptions_max" | "fieldOptionValue_chars_max" | "languages_max"
  >
}

/** The language key of plain labels. */
export const labelLanguage = ({ lang }: FieldRules): string => lang ?? "und"

const readId = (value: Json, field: string): ParseResult<number> => {
  if (value === null) return fault("required", field)
  return typeof value === "number" && Number.isSafeInteger(value)
    ? Either.right(value)
    : fault("integer.invalid", field, { origin: value })
}

const readWithdrawn = (value: Json, field: string): ParseResult<boolean> =>
  value === null || typeof value === "boolean"
    ? Either.right(value ?? false)
    : fault("type.invalid", field, { origin: value, message: "a boolean is expected" })

const readOption = (written: Json, path: string, rules: FieldRules): ParseResult<FieldOption> => {
  if (!isJsonObject(written)) {
    return fault("type.invalid", path, { origin: written, message: "an object with id, value and label is expected" })
  }
  const lang = labelLanguage(rules)
  const { fieldLabel_chars_max, fieldOptionValue_chars_max, languages_max } = rules.limits
  const id = readId(written.id ?? null, `${path}.id`)
  const value = readText(written.value ?? null, { field: `${path}.value`, chars_max: fieldOptionValue_chars_max })
  const label = readNeededMultilingual(
    written.label ?? null,
    { field: `${path}.label`, chars_max: fieldLabel_chars_max, plainLang: lang, languages_max },
    []
  )
  const withdrawn = readWithdrawn(written.withdrawn ?? null, `${path}.withdrawn`)
  const found = Either.all({ id, value, label, withdrawn })
  if (Either.isLeft(found)) return Either.left(issuesOf([id, value, label, withdrawn]))
  const { right } = found
  return Either.right({
    id: right.id,
    value: right.value ?? slugOf(Object.values(right.label)[0] ?? "", String(right.id)),
    label: right.label,
    ...(right.withdrawn ? { withdrawn: true as const } : {})
  })
}

/** Issues for duplicate ids, and for duplicate values among available options. */
const duplicates = (options: ReadonlyArray<FieldOption | null>, path: string): ReadonlyArray<Issue> => {
  const ids = new Set<number>()
  const values = new Set<string>()
  return options.flatMap((option, index) => {
    if (option === null) return []
    const { id, value, withdrawn = false } = option
    const found = [
      ...(ids.has(id) ? [issue("duplicate", `${path}[${index}].id`, { origin: id, message: "an earlier option has this id" })] : []),
      ...(!withdrawn && values.has(value)
        ? [issue("duplicate", `${path}[${index}].value`, { origin: value, message: "an earlier option has this value" })]
        : [])
    ]
    ids.add(id)
    if (!withdrawn) values.add(value)
    return found
  })
}

/**
 * Parses the options of a field; undefined for a type without options. A missing `value` is derived from the label.
 * Values must be distinct among available options; withdrawn options may share one.
 */
export const readFieldOptions = (
  written: Json,
  path: string,
  fieldType: FieldType,
  rules: FieldRules
): ParseResult<ReadonlyArray<FieldOption> | undefined> => {
  if (!isOptioned({ fieldType })) {
    return isBlank(written)
      ? Either.right(undefined)
      : fault("type.invalid", path, { message: "only radio, select, checkbox and multiselect have options" })
  }
  if (isBlank(written)) return fault("required", path, { message: "a field of choices has options" })
  if (!isList(written)) return fault("type.invalid", path, { origin: written, message: "a list of options is expected" })
  const max = rules.limits.fieldOptions_max
  const onOffer = written.filter((option) => !isJsonObject(option) || option.withdrawn !== true)
  if (onOffer.length > max) {
    return fault("tooMany", path, { message: `at most ${max} options are accepted, these are ${onOffer.length}`, info: { max } })
  }
  const readings = written.map((option, index) => readOption(option, `${path}[${index}]`, rules))
  const issues = [...issuesOf(readings), ...duplicates(readings.map(Either.getOrNull), path)]
  return readingOf(Arr.getRights(readings), issues)
}
