import * as Schema from "effect/Schema"
import { MultilingualText } from "./MultilingualText.js"

/**
 * The value of an additional field of an event. Choices are lists of option ids, even for a single choice; `markdown`
 * and `html` values are markdown. The field's type decides which variant applies, see `fieldValueOf`.
 */
export const FieldValue = Schema.Union(
  Schema.Boolean,
  Schema.JsonNumber,
  Schema.String,
  Schema.Array(Schema.Int),
  MultilingualText
).annotations({ identifier: "FieldValue" })
/** The value of an additional field of an event. */
export type FieldValue = typeof FieldValue.Type

/** The additional field values of an event, by field code, ordered by code. */
export const FieldValues = Schema.Record({ key: Schema.String, value: FieldValue }).annotations({
  identifier: "FieldValues",
  examples: [{ genres: [3, 1], places: 40, teaser: { fr: "À ne pas manquer" } }]
})
/** The additional field values of an event, by field code. */
export type FieldValues = typeof FieldValues.Type
