import * as Schema from "effect/Schema"

/** Events written one after the other inside a process, no HTTP between. */
export const LoopOptions = Schema.Struct({
  /** A SQLite file that nobody else writes to. */
  file: Schema.String,
  /**
   * `create`: upserts of new external identifiers; `change`, `repeat`: of known ones, with another title, or with nothing new; `import`,
   * `importHtml`: the importer, with descriptions in markdown, or in HTML. `raw`, `rawImport`: bare better-sqlite3 writes the rows that
   * such a create left, one transaction each, or a thousand events a transaction.
   */
  task: Schema.Literal("create", "change", "repeat", "import", "importHtml", "raw", "rawImport"),
  events: Schema.Int,
  /** What external identifiers begin with: every run that creates has its own. */
  prefix: Schema.String,
  seed: Schema.Int,
  /** Where `raw` and `rawImport` find the rows: a file that the engine wrote to, and its prefix. */
  source: Schema.optionalWith(Schema.Struct({ file: Schema.String, prefix: Schema.String }), { exact: true })
})
/** Events written one after the other. */
export type LoopOptions = typeof LoopOptions.Type

/** The external identifiers of loops. */
export const loopKey = "loop"
