import * as Schema from "effect/Schema"

/** What a process that opens a store is told. */
export const ToStore = Schema.Union(
  Schema.TaggedStruct("Open", { address: Schema.String }),
  Schema.TaggedStruct("Close", {}),
  Schema.TaggedStruct("Run", { program: Schema.String, input: Schema.Array(Schema.Number) }),
  Schema.TaggedStruct("GoOn", {})
)
/** What a process that opens a store is told. */
export type ToStore = typeof ToStore.Type

/** What it answers. */
export const FromStore = Schema.Union(
  Schema.TaggedStruct("Done", { value: Schema.Unknown }),
  Schema.TaggedStruct("Failed", { reason: Schema.String }),
  /** Said by a program that goes on. */
  Schema.TaggedStruct("Said", { value: Schema.Unknown })
)
