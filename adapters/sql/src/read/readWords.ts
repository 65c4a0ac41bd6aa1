import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"
import type { VocabularyWord } from "@agenda-engine/core/record/VocabularyWord"
import { vocabularyOfPlace, WordCounts } from "@agenda-engine/core/search/vocabulary"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { bindableText } from "../fragment/bindable.js"
import { compileScopeForSet } from "../plan/condition/compileScope.js"

/** The last character in sort order: a text followed by it is an upper bound of all texts that start with the text. */
const lastCharacter = "\u{10FFFF}"

/** `EventSearch.words`. */
export const readWords = (
  database: SqlDatabase,
  operation: string,
  scope: Scope,
  beginning: string
): Effect.Effect<ReadonlyArray<VocabularyWord>, SqlError | StoreError> =>
  Effect.gen(function*() {
    const counts = new WordCounts(beginning)
    const { sql } = database
    const inScope = (agendaUid: string) => compileScopeForSet(database, scope, agendaUid)
    const own = yield* readRows(
      operation,
      yield* sql`SELECT w.word, count(*) AS events FROM agenda_event_word w WHERE ${inScope("w.agenda_uid")} AND w.word >= ${
        bindableText(beginning)
      } AND w.word < ${bindableText(beginning + lastCharacter)} GROUP BY w.word`,
      (row) => ({ word: Cell.text(row, "word"), events: Cell.integer(row, "events") })
    )
    for (const { events, word } of own) counts.add(word, events)
    const places = yield* readRows(
      operation,
      yield* sql`SELECT l.event_search_text AS place, at.events FROM (SELECT e.location_uid AS uid, count(*) AS events FROM agenda_event e WHERE ${
        inScope("e.agenda_uid")
      } AND e.state = 2 AND e.location_uid IS NOT NULL GROUP BY e.location_uid) at JOIN agenda_location l ON l.uid = at.uid`,
      (row) => ({ place: Cell.text(row, "place"), events: Cell.integer(row, "events") })
    )
    for (const { events, place } of places) {
      for (const word of vocabularyOfPlace(place)) counts.add(word, events)
    }
    return counts.words()
  })
