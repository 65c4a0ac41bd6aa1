import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import type { AdditionalField, SchemaType } from "../../domain/field/AdditionalField.js"
import { memoize } from "../../domain/memoize.js"
import { isJsonObject, type Json } from "../../domain/text/Json.js"
import { parseJson } from "../value/parseJson.js"
import { fault, isList, issuesOf, type ParseResult, readingOf } from "../value/ParseResult.js"
import { formMembers, readFieldDefinition } from "./readFieldDefinition.js"
import type { FieldRules } from "./readFieldOptions.js"

const path = "schema.fields"

/** Whether a definition comes from outside the agenda: a native field, or a field of its network. */
const isInherited = (written: Json, inherited: ReadonlySet<string>): boolean => {
  if (!isJsonObject(written) || typeof written.field !== "string") return false
  return written.schemaType === "event" || (written.schemaType === "network" && inherited.has(written.field))
}

/** The members of a definition. `schemaType` is that of a definition in a response; the list decides it. */
const definitionMembers: ReadonlyArray<string> = [
  "field",
  "label",
  "fieldType",
  "optional",
  "options",
  "languages",
  "read",
  "write",
  "searchedAs",
  "schemaType",
  ...formMembers
]

/** Issues for the members that no definition has. */
const unknownMembers = (written: Json, at: string): ReadonlyArray<Issue> =>
  isJsonObject(written)
    ? Object.keys(written).filter((member) => !definitionMembers.includes(member)).map((member) =>
      issue("enum.invalid", `${at}.${member}`, {
        origin: member,
        message: `a field has no such member, remove it: it takes ${definitionMembers.join(", ")}`
      })
    )
    : []

/** Issues for codes that occur twice, in the list or in the inherited fields. */
const duplicates = (fields: ReadonlyArray<AdditionalField | null>, inherited: ReadonlySet<string>): ReadonlyArray<Issue> => {
  const codes = new Set<string>()
  return fields.flatMap((definition, index) => {
    if (definition === null) return []
    const { field } = definition
    const at = `${path}[${index}].field`
    const isRepeated = codes.has(field)
    codes.add(field)
    if (isRepeated) return [issue("duplicate", at, { origin: field, message: "an earlier field has this code" })]
    return inherited.has(field) ? [issue("duplicate", at, { origin: field, message: "a field of the network has this code" })] : []
  })
}

/**
 * Parses the additional fields of an agenda or a network, `{ fields: [...] }`, and collects all issues (wire.md §5).
 * `inherited` contains the codes of the network's fields. Clients may send back a schema from a response, so its
 * inherited and native fields are ignored. Members that no definition has are refused.
 *
 * @example
 * readFieldDefinitions({ fields: [{ field: "genre", label: { fr: "Genre" }, fieldType: "radio" }] }, rules, new Set())
 * // required schema.fields[0].options
 */
export const readFieldDefinitions = (
  schema: Json,
  rules: FieldRules,
  inherited: ReadonlySet<string>
): ParseResult<ReadonlyArray<AdditionalField>> => {
  const written = isJsonObject(schema) ? schema.fields ?? null : null
  if (!isList(written)) return fault("type.invalid", "schema", { message: "an object with a list of fields is expected" })
  const max = rules.limits.fields_max
  const count = written.filter((definition) => !isInherited(definition, inherited)).length
  if (count > max) {
    return fault("tooMany", path, { message: `at most ${max} fields are accepted, these are ${count}`, info: { max } })
  }
  const readings = written.map((definition, index) =>
    isInherited(definition, inherited) ? null : readFieldDefinition(definition, `${path}[${index}]`, rules)
  )
  const fields = readings.map((reading) => reading === null ? null : Either.getOrNull(reading))
  const unknown = written.flatMap((definition, index) =>
    isInherited(definition, inherited) ? [] : unknownMembers(definition, `${path}[${index}]`)
  )
  const issues = [...unknown, ...issuesOf(readings.map((reading) => reading ?? undefined)), ...duplicates(fields, inherited)]
  return readingOf(fields.filter((field) => field !== null), issues)
}

const unbounded: FieldRules["limits"] = {
  fields_max: Infinity,
  fieldCode_chars_max: Infinity,
  fieldLabel_chars_max: Infinity,
  fieldOptions_max: Infinity,
  fieldOptionValue_chars_max: Infinity,
  languages_max: Infinity
}

const parseFields = (text: string, schemaType: SchemaType, lang: string | null): ReadonlyArray<AdditionalField> => {
  const stored = Either.getOrElse(parseJson(text, "fields"), () => [])
  const fields = new Map<string, AdditionalField>()
  for (const written of isList(stored) ? stored : []) {
    const reading = readFieldDefinition(written, "fields", { schemaType, lang, limits: unbounded })
    if (Either.isRight(reading) && !fields.has(reading.right.field)) fields.set(reading.right.field, reading.right)
  }
  return [...fields.values()]
}

const languages_max = 10
const texts_max = 100

const byLanguage = (schemaType: SchemaType) =>
  memoize(languages_max, (lang) => memoize(texts_max, (text) => parseFields(text, schemaType, lang === "" ? null : lang)))

const cachedFields = { agenda: byLanguage("agenda"), network: byLanguage("network") }

/**
 * Parses the stored additional fields of an agenda or network, without the current limits. Fields were once stored
 * unchecked, so invalid definitions and duplicate codes are dropped. `lang` as in `FieldRules`.
 */
export const readStoredFields = (text: string, schemaType: SchemaType, lang: string | null): ReadonlyArray<AdditionalField> =>
  cachedFields[schemaType](lang ?? "")(text)
