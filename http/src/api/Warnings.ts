import * as Schema from "effect/Schema"

/** Members of the body that were ignored (wire.md §2, Bodies); absent when there were none. */
export const Warnings = Schema.optionalWith(
  Schema.Array(Schema.Struct({
    code: Schema.String,
    field: Schema.String.annotations({ description: "The field, or the path where it is nested." }),
    lang: Schema.optionalWith(Schema.String.annotations({ description: "The language, on multilingual fields." }), { exact: true }),
    index: Schema.optionalWith(Schema.Int.annotations({ description: "The index, in top-level lists." }), { exact: true })
  })).annotations({
    description: "Fields of the body that were ignored: unknown and read-only ones, and others without effect."
  }),
  { exact: true }
)
