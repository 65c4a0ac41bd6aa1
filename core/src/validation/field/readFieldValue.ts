import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { type AdditionalField, isMarkup, isMultilingual, isMultipleChoice, isOptioned } from "../../domain/field/AdditionalField.js"
import type { FieldValue } from "../../domain/field/FieldValue.js"
import type { Limits } from "../../domain/Limits.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import { fault, isBlank, isList, type ParseResult } from "../value/ParseResult.js"
import { readMultilingual } from "../value/readMultilingual.js"
import { readText } from "../value/readText.js"

/** Parsing rules of additional field values. */
export interface FieldValueRules {
  /** Language of plain strings in multilingual fields; null: plain strings are refused. */
  readonly plainLang: string | null
  readonly limits: Limits
  /** The stored value. Its options are accepted even if the definition no longer contains them. */
  readonly held?: FieldValue | undefined
  /**
   * Whether an import restores the value. Then it may be one that an earlier definition of the field took: any option,
   * and a text as long as the longest type takes.
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

/**
 * Parses the value of an additional field; null when it is empty (wire.md §5, field types). Options are an id or a list
 * of distinct ids; `{id, label}` counts as its id. Several ids require a field with multiple values. Texts are cleaned;
 * markup stays as written.
 *
 * @example
 * readFieldValue(genres, [3, { id: 1, label: "Jazz" }], rules) // [3, 1]
 */
export const readFieldValue = (definition: AdditionalField, value: Json, rules: FieldValueRules): ParseResult<FieldValue | null> => {
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
    default:
      return readFieldText(definition, value, rules)
  }
}
