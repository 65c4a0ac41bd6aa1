import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { eventTextTable } from "../database/indexTables.js"
import { readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { countedRowOf, countedTokens } from "../text/countedWords.js"
import { derivedTables } from "./putEvent.js"
import { recount } from "./searchRows.js"

/** Tables with rows of an event, deleted with it. */
const dependentTables = [...derivedTables, "agenda_event_history", "agenda_event_document"] as const

/**
 * Deletes events of one agenda, and all rows derived from them. Takes one statement per event for its terms, and a
 * fixed number of others.
 */
export const removeEvents = (
  database: SqlDatabase,
  operation: string,
  uids: ReadonlyArray<number>
): Effect.Effect<void, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { dialect, sql } = database
    for (const uid of uids) yield* dialect.removeTerms(sql, uid)
    const counted = yield* readRows(
      operation,
      yield* sql`DELETE FROM ${sql(eventTextTable)} WHERE ${
        isOneOf(database, "event_uid", uids)
      } RETURNING agenda_uid, location_uid, published, words`,
      countedRowOf
    )
    const [first] = counted
    if (first !== undefined) {
      yield* Effect.forEach(recount(database, { agendaUid: first.agendaUid, before: counted.flatMap(countedTokens), after: [] }), identity)
    }
    for (const table of dependentTables) yield* sql`DELETE FROM ${sql(table)} WHERE ${isOneOf(database, "event_uid", uids)}`
    yield* sql`DELETE FROM agenda_event WHERE ${isOneOf(database, "uid", uids)}`
  })
