import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** What events are counted by beside each of their terms: else each event that has a term is looked up for it. */
export const postedTerms = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_posted_term (
      agenda_uid bigint NOT NULL,
      dimension text COLLATE "C" NOT NULL,
      value text COLLATE "C" NOT NULL,
      event_uid bigint NOT NULL REFERENCES agenda_event (uid),
      spelling text COLLATE "C" NOT NULL,
      state integer NOT NULL,
      featured integer NOT NULL,
      status integer NOT NULL,
      attendance_mode integer NOT NULL,
      location_uid bigint,
      first_begin bigint NOT NULL,
      last_begin bigint NOT NULL,
      last_end_down bigint NOT NULL
    )`,
    sql`INSERT INTO agenda_posted_term
      SELECT t.agenda_uid, t.dimension, t.value, t.event_uid, t.spelling, e.state, e.featured, e.status, e.attendance_mode, e.location_uid, e.first_begin, e.last_begin, e.last_end_down
      FROM agenda_term t JOIN agenda_event e ON e.uid = t.event_uid`,
    sql`DROP TABLE agenda_term`,
    sql`ALTER TABLE agenda_posted_term RENAME TO agenda_term`,
    sql`ALTER TABLE agenda_term ADD CONSTRAINT agenda_term_pkey PRIMARY KEY (agenda_uid, dimension, value, event_uid) INCLUDE (state, featured, status, attendance_mode, location_uid, first_begin, last_begin, last_end_down)`,
    sql`CREATE INDEX agenda_term_by_event ON agenda_term (event_uid, dimension, value)`
  ], { discard: true }))
