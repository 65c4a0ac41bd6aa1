import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"
import type { VocabularyWord } from "@agenda-engine/core/record/VocabularyWord"
import { vocabularyOfPlace, WordCounts } from "@agenda-engine/core/search/vocabulary"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { bindableText } from "../fragment/bindable.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import { compileScopeForSet } from "../plan/condition/compileScope.js"
import { countedKinds } from "../text/countedWords.js"

/** The last character in sort order: a text followed by it is an upper bound of all texts that start with the text. */
const lastCharacter = "\u{10FFFF}"

/** The statements of `EventSearch.words`. */
interface CompiledWords {
  /** Rows `value` and `events`: words of titles, keywords and descriptions that start with the text. */
  readonly own: Statement<Row>
  /** Rows `place` and `events`: the searchable text of each location. */
  readonly places: Statement<Row>
}

/** Compiles `EventSearch.words` to statements. */
export const compileWords = (context: SqlContext, scope: Scope, beginning: string): CompiledWords => {
  const { sql } = context
  const inScope = compileScopeForSet(context, scope, "w.agenda_uid")
  /** Rows `value` and `events`: the tokens of a kind that start with a text, without the prefix of the kind. */
  const counted = (prefix: string, start: string) =>
    sql`SELECT substr(w.token, ${
      sql.literal(`${prefix.length + 1}`)
    }) AS value, sum(w.events) AS events FROM agenda_word_count w WHERE ${inScope} AND w.token >= ${
      bindableText(prefix + start)
    } AND w.token < ${bindableText(prefix + start + lastCharacter)} GROUP BY w.token`
  return {
    own: counted(countedKinds.vocabulary, beginning),
    places: sql`SELECT l.event_search_text AS place, at.events FROM (${
      counted(countedKinds.location, "")
    }) at JOIN agenda_location l ON l.uid = CAST(at.value AS BIGINT)`
  }
}

/** `EventSearch.words`. */
export const readWords = (
  database: SqlDatabase,
  operation: string,
  scope: Scope,
  beginning: string
): Effect.Effect<ReadonlyArray<VocabularyWord>, SqlError | StoreError> =>
  Effect.gen(function*() {
    const counts = new WordCounts(beginning)
    const compiled = compileWords(database, scope, beginning)
    yield* readRows(operation, yield* compiled.own, (row) => counts.add(Cell.text(row, "value"), Cell.integer(row, "events")))
    yield* readRows(operation, yield* compiled.places, (row) => {
      const events = Cell.integer(row, "events")
      for (const word of vocabularyOfPlace(Cell.text(row, "place"))) counts.add(word, events)
    })
    return counts.words()
  })
