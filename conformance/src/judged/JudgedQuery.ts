import * as Schema from "effect/Schema"
import { readLines } from "./readLines.js"

const JudgedQuery = Schema.Struct({
  search: Schema.String,
  grades: Schema.Record({ key: Schema.String, value: Schema.Literal(1, 2, 3) })
})
/** A search with relevance grades by event id: 3 exact, 2 good, 1 somewhat useful; 0 for all others. */
export type JudgedQuery = typeof JudgedQuery.Type

/** Searches as people type them, judged by the content of the events, not by their words. */
export const judgedQueries = readLines(JudgedQuery, "queries")
