import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * What events are searched by: their lines of tokens with that of their location, and an index of the terms in them by the event's uid. Terms
 * hold letters and digits of any script and `:`; the tokenizer takes everything beyond ASCII for a letter. Of the events that are there
 * nothing is found until they are put again.
 */
export const eventSearch = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_event_search (
      event_uid INTEGER PRIMARY KEY REFERENCES agenda_event (uid),
      agenda_uid INTEGER NOT NULL,
      location_uid INTEGER,
      languages INTEGER NOT NULL,
      title TEXT NOT NULL,
      keywords TEXT NOT NULL,
      place TEXT NOT NULL,
      description TEXT NOT NULL,
      long_description TEXT NOT NULL
    ) STRICT`,
    sql`CREATE INDEX agenda_event_search_by_location ON agenda_event_search (location_uid, event_uid) WHERE location_uid IS NOT NULL`,
    sql`CREATE VIRTUAL TABLE agenda_event_term USING fts5(terms, content='', contentless_delete=1, detail='none', tokenize="ascii tokenchars ':'")`
  ], { discard: true }))
