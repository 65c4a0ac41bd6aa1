import * as Either from "effect/Either"
import type { AdditionalField } from "../domain/AdditionalField.js"
import { type Issue, issue } from "../domain/Issue.js"
import { isJsonObject, type Json } from "../domain/Json.js"
import { fault, type FieldReading, issuesOf, readingOf } from "./FieldReading.js"
import type { FieldRules } from "./FieldRules.js"
import { isList } from "./isList.js"
import { readFieldDefinition } from "./readFieldDefinition.js"

const path = "schema.fields"

const isOfNetwork = (written: Json, inherited: ReadonlySet<string>): boolean =>
  isJsonObject(written) && written.schemaType === "network" && typeof written.field === "string" && inherited.has(written.field)

/** The codes that are there twice, in the list or in what comes before it. */
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
 * Reads the additional fields of an agenda or a network, `{ fields: [...] }`, and finds every fault in them (wire.md §5). `inherited` are
 * the codes of the fields that an agenda has from its network: a schema that was read may be sent back, what it says of those is left alone.
 *
 * @example
 * readFieldDefinitions({ fields: [{ field: "genre", label: { fr: "Genre" }, fieldType: "radio" }] }, rules, new Set())
 * // required schema.fields[0].options
 */
export const readFieldDefinitions = (
  schema: Json,
  rules: FieldRules,
  inherited: ReadonlySet<string>
): FieldReading<ReadonlyArray<AdditionalField>> => {
  const written = isJsonObject(schema) ? schema.fields ?? null : null
  if (!isList(written)) return fault("type.invalid", "schema", { message: "an object with a list of fields is expected" })
  const max = rules.limits.fields_max
  if (written.length > max) {
    return fault("tooMany", path, { message: `at most ${max} fields are accepted, these are ${written.length}`, info: { max } })
  }
  const readings = written.map((definition, index) =>
    isOfNetwork(definition, inherited) ? null : readFieldDefinition(definition, `${path}[${index}]`, rules)
  )
  const fields = readings.map((reading) => reading === null ? null : Either.getOrNull(reading))
  const issues = [...issuesOf(readings.map((reading) => reading ?? undefined)), ...duplicates(fields, inherited)]
  return readingOf(fields.filter((field) => field !== null), issues)
}
