import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** What events are counted by beside each of their terms: else each event that has a term is looked up for it. */
export const postedTerms = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_posted_term (
      agenda_uid INTEGER NOT NULL,
      dimension TEXT NOT NULL,
      value TEXT NOT NULL,
      event_uid INTEGER NOT NULL REFERENCES agenda_event (uid),
      spelling TEXT NOT NULL,
      state INTEGER NOT NULL,
      featured INTEGER NOT NULL,
      status INTEGER NOT NULL,
      attendance_mode INTEGER NOT NULL,
      location_uid INTEGER,
      first_begin INTEGER NOT NULL,
      last_begin INTEGER NOT NULL,
      last_end_down INTEGER NOT NULL,
      PRIMARY KEY (agenda_uid, dimension, value, spelling, event_uid)
    ) STRICT, WITHOUT ROWID`,
    sql`INSERT INTO agenda_posted_term
      SELECT t.agenda_uid, t.dimension, t.value, t.event_uid, t.spelling, e.state, e.featured, e.status, e.attendance_mode, e.location_uid, e.first_begin, e.last_begin, e.last_end_down
      FROM agenda_term t CROSS JOIN agenda_event e ON e.uid = t.event_uid ORDER BY t.agenda_uid, t.dimension, t.value, t.spelling, t.event_uid`,
    sql`DROP TABLE agenda_term`,
    sql`ALTER TABLE agenda_posted_term RENAME TO agenda_term`,
    sql`CREATE INDEX agenda_term_by_event ON agenda_term (event_uid, dimension, value, spelling)`
  ], { discard: true }))
