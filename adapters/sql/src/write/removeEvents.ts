import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { eventTextTable } from "../database/indexTables.js"
import { readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { countedTokens } from "../text/countedWords.js"
import { searchRowOf } from "../text/SearchRow.js"
import { derivedTables } from "./putEvent.js"
import { recount } from "./recount.js"

/** Tables with rows of an event, deleted with it. */
const dependentTables = [...derivedTables, "agenda_event_history", "agenda_event_document"] as const

/**
 * Deletes events of one agenda and everything derived from them. Except for the terms, the number of statements does
 * not depend on the number of events.
 */
export const removeEvents = (
  database: SqlDatabase,
  operation: string,
  uids: ReadonlyArray<number>
): Effect.Effect<void, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { dialect, sql } = database
    for (const uid of uids) yield* dialect.removeTerms(sql, uid)
    const texts = yield* readRows(
      operation,
      yield* sql`DELETE FROM ${sql(eventTextTable)} WHERE ${isOneOf(database, "event_uid", uids)} RETURNING *`,
      searchRowOf
    )
    const [text] = texts
    const before = texts.flatMap(countedTokens)
    if (text !== undefined) {
      for (const statement of recount(database, { agendaUid: text.agendaUid, before, after: [] })) yield* statement
    }
    for (const table of dependentTables) yield* sql`DELETE FROM ${sql(table)} WHERE ${isOneOf(database, "event_uid", uids)}`
    yield* sql`DELETE FROM agenda_event WHERE ${isOneOf(database, "uid", uids)}`
  })
