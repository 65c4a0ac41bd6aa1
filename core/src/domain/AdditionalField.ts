import * as Schema from "effect/Schema"
import { Role } from "./Member.js"
import { LanguageCode, MultilingualText } from "./MultilingualText.js"

/**
 * The type of an additional field's value (wire.md §5). `radio` and `select` are single-choice, `checkbox` and
 * `multiselect` are multiple-choice. `text` to `html` are texts: in one language, or in several when the field has
 * `languages`.
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
  "html"
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
  /** Present and not empty when the text is multilingual. */
  languages: Schema.optionalWith(Schema.Array(LanguageCode), { exact: true }),
  /** The roles that may read the field; absent when everyone who may read the event may. */
  read: Schema.optionalWith(Schema.Array(Role), { exact: true }),
  /** The roles that may write the field; absent when everyone who may write the event may. */
  write: Schema.optionalWith(Schema.Array(Role), { exact: true })
}).annotations({ identifier: "AdditionalField" })
/** The definition of an additional field. */
export type AdditionalField = typeof AdditionalField.Type
