import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { eventTextTable } from "../database/indexTables.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { derivedTables } from "./putEvent.js"

/** Tables with rows of an event, deleted with it. */
const dependentTables = [...derivedTables, "agenda_event_history", "agenda_event_document", eventTextTable] as const

/**
 * Deletes events and everything derived from them. Except for the terms, the number of statements does not depend on
 * the number of events.
 */
export const removeEvents = (database: SqlDatabase, uids: ReadonlyArray<number>): Effect.Effect<void, SqlError> =>
  Effect.gen(function*() {
    const { dialect, sql } = database
    for (const uid of uids) yield* dialect.removeTerms(sql, uid)
    for (const table of dependentTables) yield* sql`DELETE FROM ${sql(table)} WHERE ${isOneOf(database, "event_uid", uids)}`
    yield* sql`DELETE FROM agenda_event WHERE ${isOneOf(database, "uid", uids)}`
  })
