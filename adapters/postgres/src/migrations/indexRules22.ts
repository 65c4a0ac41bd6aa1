import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * Names the tables that every write of an event or a location touches after the rules that they are indexed by (`indexTables`). A program with
 * older rules that is still running then fails to write. What such programs wrote before is indexed again: no revision says any longer that
 * anything is indexed.
 */
export const indexRules22 = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`ALTER TABLE agenda_searched_event RENAME TO agenda_event_search_2_2`,
    sql`ALTER TABLE agenda_location_word RENAME TO agenda_location_word_2_2`,
    sql`DELETE FROM agenda_revision WHERE topic LIKE 'index%'`
  ], { discard: true }))
