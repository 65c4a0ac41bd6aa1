import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Cell from "../database/Cell.js"
import { eventTextTable } from "../database/indexTables.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { byUid, isAmongEvents } from "../fragment/ofEvent.js"
import { countedColumns, countedRowOf, countedTokens } from "../text/countedWords.js"
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
  agendaUid: number,
  uids: ReadonlyArray<number>
): Effect.Effect<void, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { dialect, runBatch, sql } = database
    const areDerived = isAmongEvents(database, agendaUid, uids)
    for (const uid of uids) yield* dialect.removeTerms(sql, { agendaUid, uid })
    const counted = yield* readRows(
      operation,
      yield* sql`DELETE FROM ${sql(eventTextTable)} WHERE ${areDerived} RETURNING ${sql.literal(countedColumns.join(", "))}`,
      countedRowOf
    )
    const [first] = counted
    if (first !== undefined) {
      yield* Effect.forEach(recount(database, { agendaUid: first.agendaUid, before: counted.flatMap(countedTokens), after: [] }), identity)
    }
    const areRemoved = isAmongEvents(database, agendaUid, uids, "uid")
    yield* runBatch([
      ...dependentTables.map((table) => sql`DELETE FROM ${sql(table)} WHERE ${areDerived}`),
      ...(dialect.keysByAgenda
        ? [
          sql`DELETE FROM agenda_event_slug WHERE slug = ANY(ARRAY(SELECT slug FROM agenda_event WHERE ${areRemoved}))`,
          sql`DELETE FROM agenda_event_uid WHERE ${areRemoved}`
        ]
        : []),
      sql`DELETE FROM agenda_event WHERE ${areRemoved}`
    ])
  })

/** Deletes the event with a uid, if there is one. */
export const removeEvent = (database: SqlDatabase, operation: string, uid: number): Effect.Effect<void, SqlError | StoreError> =>
  Effect.gen(function*() {
    const rows = yield* database.sql`SELECT agenda_uid FROM ${database.sql(byUid(database))} WHERE uid = ${uid}`
    const agendaUid = yield* readFirst(operation, rows, (row) => Cell.integer(row, "agenda_uid"))
    if (agendaUid !== null) yield* removeEvents(database, operation, agendaUid, [uid])
  })
