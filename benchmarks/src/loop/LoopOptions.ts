import * as Schema from "effect/Schema"

const Engine = Schema.Struct({ on: Schema.Literal("engine"), file: Schema.String })

const Store = Schema.Struct({
  on: Schema.Literal("store"),
  file: Schema.String,
  agendaUid: Schema.Int,
  /**
   * Default lists with the total that is known from before, if it still holds; or with none that is looked up or looked
   * after.
   */
  total: Schema.Literal("known", "uncounted")
})
/** Default lists of an agenda read one after the other from its store, by a plan that is made once. */
export type Store = typeof Store.Type

const Raw = Schema.Struct({
  on: Schema.Literal("raw"),
  /** A SQLite file that nobody else writes to. */
  file: Schema.String,
  /**
   * Where the rows to write are: a file that the engine wrote to, and what the external identifiers of their events
   * begin with.
   */
  source: Schema.Struct({ file: Schema.String, prefix: Schema.String }),
  /** Events in one transaction. */
  batch: Schema.Int
})
/** Rows that the engine left, written to another file by bare better-sqlite3. */
export type Raw = typeof Raw.Type

/**
 * What a process works on, for as long as it runs: the engine's services, a list's store alone, or no engine at all.
 */
export const LoopStart = Schema.Union(Engine, Store, Raw)
/** What a process works on. */
export type LoopStart = typeof LoopStart.Type

const ReadRound = Schema.Struct({
  task: Schema.Literal("list"),
  agendaUid: Schema.Int,
  /** Query strings, asked for in turn; the next round goes on where the last one stopped. */
  queries: Schema.NonEmptyArray(Schema.String),
  /** Whether their filters have to let some events through and others not, which is made sure of. */
  selects: Schema.Boolean,
  /** Whether the revision of the agenda is bumped before each list, outside of what is timed: nothing is cached. */
  cold: Schema.optionalWith(Schema.Boolean, { default: () => false }),
  warmUp_ms: Schema.Number,
  measure_ms: Schema.Number
})
/** Lists read one after the other. */
export type ReadRound = typeof ReadRound.Type

const WriteRound = Schema.Struct({
  /**
   * `create`: upserts of new external identifiers. `change`: of those that a `create` has made, with another title.
   * `repeat`: the same again, unchanged. `import`, `importHtml`: the importer, with descriptions in markdown or HTML.
   */
  task: Schema.Literal("create", "change", "repeat", "import", "importHtml"),
  events: Schema.Int,
  /** What external identifiers begin with. */
  prefix: Schema.String,
  seed: Schema.Int
})
/** Events written one after the other. */
export type WriteRound = typeof WriteRound.Type

const RawRound = Schema.Struct({
  task: Schema.Literal("raw"),
  /** The next so many events of the source are written. */
  events: Schema.Int,
  /** Whether what is written is taken back: a warm-up. */
  isTakenBack: Schema.Boolean
})
/** Events of the source that are written. */
export type RawRound = typeof RawRound.Type

const StoreRound = Schema.Struct({ task: Schema.Literal("store"), warmUp_ms: Schema.Number, measure_ms: Schema.Number })
/** Lists read from a store. */
export type StoreRound = typeof StoreRound.Type

/** What a process is to do in one round. */
export const LoopRound = Schema.Union(ReadRound, WriteRound, RawRound, StoreRound)
/** What a process is to do in one round. */
export type LoopRound = typeof LoopRound.Type

/** How a round ended: what was counted, or why it failed. */
export type LoopAnswer = { readonly result: unknown } | { readonly failed: string }

/** The external identifiers of loops. */
export const loopKey = "loop"
