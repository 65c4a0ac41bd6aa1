import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Role } from "../../domain/access/Member.js"
import { type Issue, issue } from "../../domain/error/Issue.js"
import {
  type AdditionalField,
  FieldType,
  FormMembers,
  isTextual,
  type SchemaType,
  SearchedPart
} from "../../domain/field/AdditionalField.js"
import { memoize } from "../../domain/LruCache.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"
import { LanguageCode } from "../../domain/text/MultilingualText.js"
import { isFieldCode, reservedFieldCodes } from "../../query/event/fieldCode.js"
import { parseJson } from "../value/parseJson.js"
import { fault, isBlank, isList, issuesOf, type ParseResult, readingOf } from "../value/ParseResult.js"
import { readNeededMultilingual } from "../value/readMultilingual.js"
import { readOneOf } from "../value/readScalar.js"
import { type FieldRules, labelLanguage, readFieldOptions } from "./readFieldOptions.js"

const isLanguage = Schema.is(LanguageCode)
const isRole = Schema.is(Role)

const readCode = (value: Json, field: string, { limits }: FieldRules): ParseResult<string> => {
  if (isBlank(value)) return fault("required", field, { message: "a field has a code" })
  if (typeof value !== "string" || !isFieldCode(value)) {
    return fault("type.invalid", field, {
      origin: value,
      message: "a code begins with a letter, and is made of unaccented letters, digits, - and _"
    })
  }
  const max = limits.fieldCode_chars_max
  if (value.length > max) {
    return fault("string.toolong", field, { origin: value, message: `a code has at most ${max} characters`, info: { max } })
  }
  return reservedFieldCodes.has(value)
    ? fault("duplicate", field, { origin: value, message: "a field of every event, or a parameter of its lists, has this name" })
    : Either.right(value)
}

const readType = (value: Json, field: string): ParseResult<FieldType> =>
  value === null ? Either.right("text") : readOneOf(value, { field }, FieldType.literals)

const readOptional = (value: Json, field: string): ParseResult<boolean> =>
  value === null || typeof value === "boolean"
    ? Either.right(value ?? true)
    : fault("type.invalid", field, { origin: value, message: "a boolean is expected" })

/** Parses a list of words from a fixed set, without duplicates; undefined when absent. */
const readWords = <A extends string>(
  value: Json,
  field: string,
  isWord: (word: Json) => word is A,
  expected: string
): ParseResult<ReadonlyArray<A> | undefined> => {
  if (value === null) return Either.right(undefined)
  if (!isList(value)) return fault("type.invalid", field, { origin: value, message: `a list is expected, each item ${expected}` })
  const issues = value.flatMap((word, index) =>
    isWord(word) ? [] : [issue("enum.invalid", `${field}[${index}]`, { origin: word, message: `${expected} is expected` })]
  )
  return value.length === 0
    ? fault("required", field, { message: "an empty list names nothing: leave it out" })
    : readingOf(Arr.dedupe(value.filter(isWord)), issues)
}

const readLanguages = (value: Json, field: string, fieldType: FieldType, { limits: { languages_max } }: FieldRules) => {
  if (isList(value) && value.length === 0) return Either.right(isTextual({ fieldType }) ? [] : undefined)
  if (isBlank(value)) return Either.right(undefined)
  if (isList(value) && value.length > languages_max) {
    return fault("tooMany", field, { message: `at most ${languages_max} languages are accepted`, info: { max: languages_max } })
  }
  return isTextual({ fieldType })
    ? readWords(value, field, (word): word is string => isLanguage(word), "a language code such as fr")
    : fault("type.invalid", field, { origin: value, message: "only text, textarea, markdown and html have languages" })
}

/** A role in schemas of other servers, above administrators; no member has it here. */
const internalRole = "internal"

/** Parses roles without `internal`; a list of it alone means administrators. */
const readRoles = (value: Json, field: string): ParseResult<ReadonlyArray<Role> | undefined> => {
  const roles = isList(value) ? value.filter((role) => role !== internalRole) : value
  if (isList(value) && isList(roles) && roles.length === 0 && value.length > 0) return Either.right(["administrator"])
  return readWords(roles, field, (word): word is Role => isRole(word), `one of ${Role.literals.join(", ")}`)
}

const readSearchedAs = (value: Json, field: string): ParseResult<SearchedPart | undefined> =>
  value === null ? Either.right(undefined) : readOneOf(value, { field }, SearchedPart.literals)

const formMembers = Struct.keys(FormMembers.fields)

const readFormMembers = (written: JsonObject): typeof FormMembers.Type =>
  Object.fromEntries(formMembers.flatMap((member) => {
    const value = written[member] ?? null
    return value === null ? [] : [[member, value]]
  }))

/**
 * Parses the definition of an additional field and collects all issues (wire.md §5); `path` is its JSON path. The type
 * defaults to text, and `optional` to true. Unknown members are ignored: `readFieldDefinitions` refuses them.
 */
const readFieldDefinition = (written: Json, path: string, rules: FieldRules): ParseResult<AdditionalField> => {
  if (!isJsonObject(written)) return fault("type.invalid", path, { origin: written, message: "the definition of a field is an object" })
  const on = <A>(member: string, read: (value: Json, field: string) => A): A => read(written[member] ?? null, `${path}.${member}`)
  const fieldType = on("fieldType", readType)
  const type = Either.getOrNull(fieldType)
  const label = {
    field: `${path}.label`,
    chars_max: rules.limits.fieldLabel_chars_max,
    plainLang: labelLanguage(rules),
    languages_max: rules.limits.languages_max
  }
  const readings = {
    field: on("field", (value, field) => readCode(value, field, rules)),
    label: readNeededMultilingual(written.label ?? null, label, []),
    fieldType,
    optional: on("optional", readOptional),
    options: type === null ? Either.right(undefined) : on("options", (value, field) => readFieldOptions(value, field, type, rules)),
    languages: type === null ? Either.right(undefined) : on("languages", (value, field) => readLanguages(value, field, type, rules)),
    read: on("read", readRoles),
    write: on("write", readRoles),
    searchedAs: on("searchedAs", readSearchedAs)
  }
  const found = Either.all(readings)
  if (Either.isLeft(found)) return Either.left(issuesOf(Object.values(readings)))
  const { field, languages, optional, options, read, searchedAs, write } = found.right
  return Either.right({
    field,
    label: found.right.label,
    fieldType: found.right.fieldType,
    optional,
    ...(options === undefined ? {} : { options }),
    schemaType: rules.schemaType,
    ...(languages === undefined ? {} : { languages }),
    ...(read === undefined ? {} : { read }),
    ...(write === undefined ? {} : { write }),
    ...(searchedAs === undefined ? {} : { searchedAs }),
    ...readFormMembers(written)
  })
}

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
