import * as Schema from "effect/Schema"

/** What of a body was left alone (wire.md §2, Bodies); absent when nothing was. */
export const Warnings = Schema.optionalWith(
  Schema.Array(Schema.Struct({ code: Schema.String, field: Schema.String })).annotations({
    description: "Unknown and read-only fields of the body, which were left alone."
  }),
  { exact: true }
)
