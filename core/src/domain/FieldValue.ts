import * as Schema from "effect/Schema"
import { MultilingualText } from "./MultilingualText.js"

/**
 * What an event has of an additional field. Options are the list of their ids, be it of one; text of the types markdown and html is markdown.
 * The type says which of these it is, see `fieldValueOf`.
 */
export const FieldValue = Schema.Union(
  Schema.Boolean,
  Schema.JsonNumber,
  Schema.String,
  Schema.Array(Schema.Int),
  MultilingualText
).annotations({ identifier: "FieldValue" })
/** What an event has of an additional field. */
export type FieldValue = typeof FieldValue.Type

/** The additional fields of an event that have a value, by code, in order of code. */
export const FieldValues = Schema.Record({ key: Schema.String, value: FieldValue }).annotations({
  identifier: "FieldValues",
  examples: [{ genres: [3, 1], places: 40, teaser: { fr: "À ne pas manquer" } }]
})
/** The additional fields of an event that have a value, by code. */
export type FieldValues = typeof FieldValues.Type
