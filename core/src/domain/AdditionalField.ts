import * as Schema from "effect/Schema"
import { Role } from "./Member.js"
import { LanguageCode, MultilingualText } from "./MultilingualText.js"

/**
 * What a field holds (wire.md §5): radio and select one option, checkbox and multiselect several; text to html a text, in one language or, where
 * the field has `languages`, in several.
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
/** What a field holds. */
export type FieldType = typeof FieldType.Type

/** One of the choices that a field offers. */
export const FieldOption = Schema.Struct({
  /** What events hold and filters ask for; unique in the field, and never given to another option. */
  id: Schema.Int,
  /** Names the option in URLs and code; unique in the field. */
  value: Schema.String,
  label: MultilingualText,
  /** There when the option is no longer offered. It still matches in filters and is shown where events have it. */
  withdrawn: Schema.optionalWith(Schema.Literal(true), { exact: true })
}).annotations({ identifier: "FieldOption" })
/** One of the choices that a field offers. */
export type FieldOption = typeof FieldOption.Type

/** Whose field it is: an agenda's own, or one that all agendas of its network have. */
export const SchemaType = Schema.Literal("network", "agenda").annotations({ identifier: "SchemaType" })
/** Whose field it is. */
export type SchemaType = typeof SchemaType.Type

/** The definition of an additional field, as it is stored and as `schema.fields` serves it (service.md, Additional field definition). */
export const AdditionalField = Schema.Struct({
  /** The code: its key in events, and the name of its filter. */
  field: Schema.String,
  label: MultilingualText,
  fieldType: FieldType,
  /** False where a create or a full update must name it. */
  optional: Schema.Boolean,
  /** There, and not empty, exactly where the type is one of choices (`isOptioned`). */
  options: Schema.optionalWith(Schema.Array(FieldOption), { exact: true }),
  schemaType: SchemaType,
  /** There, and not empty, where the text is multilingual. */
  languages: Schema.optionalWith(Schema.Array(LanguageCode), { exact: true }),
  /** Who may read it; absent: everybody who may read the event. */
  read: Schema.optionalWith(Schema.Array(Role), { exact: true }),
  /** Who may write it; absent: everybody who may write the event. */
  write: Schema.optionalWith(Schema.Array(Role), { exact: true })
}).annotations({ identifier: "AdditionalField" })
/** The definition of an additional field. */
export type AdditionalField = typeof AdditionalField.Type
