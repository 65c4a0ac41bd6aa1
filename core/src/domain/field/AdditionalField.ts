import * as Schema from "effect/Schema"
import type { Caller } from "../access/Credential.js"
import { Role } from "../access/Member.js"
import type { Json } from "../text/Json.js"
import { LanguageCode, MultilingualText } from "../text/MultilingualText.js"

/**
 * The type of an additional field's value (wire.md §5). `radio` and `select` are single-choice, `checkbox` and
 * `multiselect` are multiple-choice. `text` to `html` are texts: in one language, or in several when the field has
 * `languages`. A `date` is a day, a `file` a link with its name, size and type, an `image` is stored like the image of
 * an event. Fields from `section` on belong to forms: the schema contains them, and events have no values of them.
 */
export const FieldType = Schema.Literal(
  "radio",
  "select",
  "checkbox",
  "multiselect",
  "boolean",
  "integer",
  "number",
  "text",
  "textarea",
  "markdown",
  "html",
  "link",
  "email",
  "phone",
  "date",
  "file",
  "image",
  "section",
  "events",
  "pass",
  "stream"
).annotations({ identifier: "FieldType" })
/** The type of an additional field's value. */
export type FieldType = typeof FieldType.Type

/** One option of a choice field. */
export const FieldOption = Schema.Struct({
  /** The value that events store and filters match; unique in the field and never reused. */
  id: Schema.Int,
  /** The option's name in URLs and code; unique in the field. */
  value: Schema.String,
  label: MultilingualText,
  /** Set when the option is no longer offered. It still matches in filters and is shown on events that have it. */
  withdrawn: Schema.optionalWith(Schema.Literal(true), { exact: true })
}).annotations({ identifier: "FieldOption" })
/** One option of a choice field. */
export type FieldOption = typeof FieldOption.Type

/** The owner of a field: one agenda, or the network whose agendas all have it. */
export const SchemaType = Schema.Literal("network", "agenda").annotations({ identifier: "SchemaType" })
/** The owner of a field. */
export type SchemaType = typeof SchemaType.Type

/** The texts of an event that have a weight in searches (wire.md §6, Search). */
export const SearchedPart = Schema.Literal("title", "keywords", "description", "longDescription").annotations({
  identifier: "SearchedPart"
})
/** The texts of an event that have a weight in searches. */
export type SearchedPart = typeof SearchedPart.Type

const JsonValue: Schema.Schema<Json> = Schema.Union(
  Schema.Null,
  Schema.Boolean,
  Schema.JsonNumber,
  Schema.String,
  Schema.Array(Schema.suspend(() => JsonValue)),
  Schema.Record({ key: Schema.String, value: Schema.suspend(() => JsonValue) })
).annotations({ identifier: "Json" })

const formMember = Schema.optionalWith(JsonValue, { exact: true })

/**
 * Members of a definition that only forms use, so that schemas of other servers can be imported whole: texts around the
 * input, initial values, conditions. They are stored and shown as written, and never checked against values.
 */
export const FormMembers = Schema.Struct({
  info: formMember,
  placeholder: formMember,
  sub: formMember,
  purpose: formMember,
  help: formMember,
  helpLink: formMember,
  helpContent: formMember,
  default: formMember,
  display: formMember,
  origin: formMember,
  enable: formMember,
  enableWith: formMember,
  optionalWith: formMember,
  related: formMember,
  constraints: formMember,
  min: formMember,
  max: formMember,
  store: formMember,
  extensions: formMember,
  selfHandled: formMember,
  schemaId: formMember
})

/**
 * The definition of an additional field, as it is stored and as `schema.fields` serves it (service.md, Additional field
 * definition).
 */
export const AdditionalField = Schema.Struct({
  /** The code: the field's key in events and the name of its filter. */
  field: Schema.String,
  label: MultilingualText,
  fieldType: FieldType,
  /** False when a create or a full update must contain the field. */
  optional: Schema.Boolean,
  /** Present and not empty exactly when the field is a choice field (`isOptioned`). */
  options: Schema.optionalWith(Schema.Array(FieldOption), { exact: true }),
  schemaType: SchemaType,
  /** Present when the text is multilingual: the languages that a form offers; empty when it offers any. */
  languages: Schema.optionalWith(Schema.Array(LanguageCode), { exact: true }),
  /** The roles that may read the field; absent when everyone who may read the event may. */
  read: Schema.optionalWith(Schema.Array(Role), { exact: true }),
  /** The roles that may write the field; absent when those may who may read it. */
  write: Schema.optionalWith(Schema.Array(Role), { exact: true }),
  /**
   * The part of an event that searches treat the field as, with its weight; absent when searches ignore the field. They
   * always ignore a field with `read`.
   */
  searchedAs: Schema.optionalWith(SearchedPart, { exact: true }),
  ...FormMembers.fields
}).annotations({ identifier: "AdditionalField" })
/** The definition of an additional field. */
export type AdditionalField = typeof AdditionalField.Type

const listed: ReadonlySet<FieldType> = new Set<FieldType>(["checkbox", "multiselect"])
const optioned: ReadonlySet<FieldType> = new Set<FieldType>([...listed, "radio", "select"])
const markup: ReadonlySet<FieldType> = new Set<FieldType>(["markdown", "html"])
const textual: ReadonlySet<FieldType> = new Set<FieldType>([...markup, "text", "textarea"])
const compared: ReadonlySet<FieldType> = new Set<FieldType>(["text", "link", "email", "phone"])
const detailed: ReadonlySet<FieldType> = new Set<FieldType>([...textual, ...compared, "date", "file", "image"])
const valueless: ReadonlySet<FieldType> = new Set<FieldType>(["section", "events", "pass", "stream"])

/** Whether a field is a choice field: its values are options. */
export const isOptioned = ({ fieldType }: { readonly fieldType: FieldType }): boolean => optioned.has(fieldType)

/** Whether a field's value is shown as a list of options: a multiple-choice field (wire.md §5). */
export const isMultipleChoice = ({ fieldType }: { readonly fieldType: FieldType }): boolean => listed.has(fieldType)

/** Whether a field's value is text. */
export const isTextual = ({ fieldType }: { readonly fieldType: FieldType }): boolean => textual.has(fieldType)

/** Whether filters compare a field's value as a whole text. */
export const isCompared = ({ fieldType }: { readonly fieldType: FieldType }): boolean => compared.has(fieldType)

/** Whether a field's value is a text or an object, which is stored in the detail of an event (`EventDetail`). */
export const isInDetail = ({ fieldType }: { readonly fieldType: FieldType }): boolean => detailed.has(fieldType)

/** Whether events have values of a field; others are part of the form only. */
export const hasValues = ({ fieldType }: { readonly fieldType: FieldType }): boolean => !valueless.has(fieldType)

/** Whether a field's value is stored as markdown, in whatever format it is written. */
export const isMarkup = ({ fieldType }: { readonly fieldType: FieldType }): boolean => markup.has(fieldType)

/** Whether a field's value is text keyed by language. */
export const isMultilingual = (field: { readonly fieldType: FieldType; readonly languages?: unknown }): boolean =>
  isTextual(field) && field.languages !== undefined

/** A caller and its role in the agenda; null when it is no member. */
export interface FieldVisitor {
  readonly caller: Caller
  readonly role: Role | null
}

const hasRole = (roles: ReadonlyArray<Role> | undefined, { caller, role }: FieldVisitor): boolean =>
  roles === undefined || caller._tag === "Operator" || (role !== null && roles.includes(role))

/**
 * Whether the caller may read a field (wire.md §5). A field that it may not read is also hidden from facets, counts,
 * filters and sorts.
 */
export const mayRead = ({ read }: Pick<AdditionalField, "read">, visitor: FieldVisitor): boolean => hasRole(read, visitor)

/**
 * Whether the caller may write a field on an event that it may write (wire.md §5). A field without `write` is written
 * by those who may read it.
 */
export const mayWrite = ({ read, write = read }: Pick<AdditionalField, "read" | "write">, visitor: FieldVisitor): boolean =>
  hasRole(write, visitor)

const withdrawnOptions = (options: ReadonlyArray<FieldOption>, stored: ReadonlyArray<FieldOption>): ReadonlyArray<FieldOption> => {
  const ids = new Set(options.map(({ id }) => id))
  return stored.filter(({ id }) => !ids.has(id)).map((option) => ({ ...option, withdrawn: true }))
}

/**
 * New field definitions, with the removed options of the stored ones appended as withdrawn: events and filters may
 * still refer to them (wire.md §5). An option that is present again is no longer withdrawn.
 */
export const withdrawOptions = (
  fields: ReadonlyArray<AdditionalField>,
  stored: ReadonlyArray<AdditionalField>
): ReadonlyArray<AdditionalField> => {
  const storedOptions = new Map(stored.map(({ field, options }) => [field, options ?? []]))
  return fields.map((field) =>
    field.options === undefined
      ? field
      : { ...field, options: [...field.options, ...withdrawnOptions(field.options, storedOptions.get(field.field) ?? [])] }
  )
}
