import * as Schema from "effect/Schema"
import { readLines } from "./readLines.js"

/** The languages of the judged searches. */
export const judgedLanguages = ["fr", "en", "de", "es", "it"] as const

/** What a judged search asks of the engine. */
export const judgedClasses = ["words", "forms", "typos", "compounds", "phrases", "places", "stopWords", "accents", "numbers"] as const

const JudgedQuery = Schema.Struct({
  search: Schema.String,
  language: Schema.Literal(...judgedLanguages),
  class: Schema.Literal(...judgedClasses),
  grades: Schema.Record({ key: Schema.String, value: Schema.Literal(1, 2, 3) })
})
/**
 * A search with relevance grades by event id: 3 exact, 2 good, 1 somewhat useful; 0 for all others. An event without
 * text in the language of the search is relevant only if the words mean the same in its own.
 */
export type JudgedQuery = typeof JudgedQuery.Type

/** Searches as people type them, judged by the content of the events, not by their words. */
export const judgedQueries = readLines(JudgedQuery, "queries")
