import * as Schema from "effect/Schema"

/** Events written one after the other inside a process, no HTTP between. */
const WriteLoop = Schema.Struct({
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
  /** Where `raw` and `rawImport` find the rows, the first of them not counted: a file that the engine wrote to, and its prefix. */
  source: Schema.optionalWith(Schema.Struct({ file: Schema.String, prefix: Schema.String }), { exact: true })
})
/** Events written one after the other. */
export type WriteLoop = typeof WriteLoop.Type

/** Lists read one after the other inside a process. */
const ReadLoop = Schema.Struct({
  task: Schema.Literal("list"),
  file: Schema.String,
  /** Null: across agendas. */
  agendaUid: Schema.NullOr(Schema.Int),
  /** Query strings, asked for in turn. */
  queries: Schema.NonEmptyArray(Schema.String),
  /** Whether their filters have to let some events through and others not, which is made sure of. */
  selects: Schema.Boolean,
  warmUp_ms: Schema.Number,
  measure_ms: Schema.Number
})
/** Lists read one after the other. */
export type ReadLoop = typeof ReadLoop.Type

/** Default lists of an agenda read one after the other from its store, by a plan that is made once. */
const CountLoop = Schema.Struct({
  /** `known`: with the total that is known from before, if it still holds; `uncounted`: with none that is looked up or looked after. */
  task: Schema.Literal("known", "uncounted"),
  file: Schema.String,
  agendaUid: Schema.Int,
  warmUp_ms: Schema.Number,
  measure_ms: Schema.Number
})
/** Default lists of an agenda read one after the other from its store. */
export type CountLoop = typeof CountLoop.Type

/** What a process does again and again. */
export const LoopOptions = Schema.Union(WriteLoop, ReadLoop, CountLoop)
/** What a process does again and again. */
export type LoopOptions = typeof LoopOptions.Type

/** Events that a loop writes before it counts. */
export const warmUp_events = 100

/** The external identifiers of loops. */
export const loopKey = "loop"
