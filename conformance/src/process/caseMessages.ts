import * as Schema from "effect/Schema"

/** What a process that runs cases is told. */
export const ToRunner = Schema.Union(
  Schema.TaggedStruct("Open", {}),
  Schema.TaggedStruct("Run", { id: Schema.String, time_ms_max: Schema.NullOr(Schema.Number) }),
  Schema.TaggedStruct("End", {})
)
/** What a process that runs cases is told. */
export type ToRunner = typeof ToRunner.Type

const Outcome = Schema.Union(
  Schema.TaggedStruct("Passed", {}),
  Schema.TaggedStruct("Failed", { reason: Schema.String }),
  Schema.TaggedStruct("Lacking", { capability: Schema.Literal("processes", "reopen", "share"), reason: Schema.String }),
  Schema.TaggedStruct("NotWritten", { members: Schema.Array(Schema.String) })
)

/** What it answers. */
export const FromRunner = Schema.Union(
  Schema.TaggedStruct("Loaded", { name: Schema.String, lacks: Schema.Record({ key: Schema.String, value: Schema.String }) }),
  /** The module exports no store. */
  Schema.TaggedStruct("Refused", { reason: Schema.String }),
  Schema.TaggedStruct("Opened", {}),
  Schema.TaggedStruct("NotOpened", { reason: Schema.String }),
  Schema.TaggedStruct("Result", { outcome: Outcome, time_ms: Schema.Number })
)
/** What a process that runs cases answers. */
export type FromRunner = typeof FromRunner.Type
