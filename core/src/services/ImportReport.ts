import type * as Effect from "effect/Effect"
import type { Issue } from "../domain/error/Issue.js"

/** Options of an import. */
export interface ImportOptions {
  /** Administrator of the imported agendas and contributor of new events; null for none. */
  readonly ownerUid: number | null
  /** Computes the report and rolls everything back. */
  readonly dryRun: boolean
  /** Callback with the number of lines done so far: those are committed, or refused. */
  readonly progress: (lines: number) => Effect.Effect<void>
}

/** Report of an import: the number of lines by outcome, and the issues of rejected lines. */
export interface ImportReport {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
  /** One entry per rejected line, in order; `line` counts from 1. */
  readonly errors: ReadonlyArray<{ readonly line: number; readonly errors: ReadonlyArray<Issue> }>
}
