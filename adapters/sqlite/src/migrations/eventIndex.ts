import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * What else events are found, ordered and counted by: terms, in the place of keywords, numbers, ages and when they were made; and the indexes
 * of lists across agendas. Of the events that are there terms other than keywords, numbers and ages are not known until they are put again.
 */
export const eventIndex = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_term (
      agenda_uid INTEGER NOT NULL,
      dimension TEXT NOT NULL,
      value TEXT NOT NULL,
      event_uid INTEGER NOT NULL REFERENCES agenda_event (uid),
      spelling TEXT NOT NULL,
      PRIMARY KEY (agenda_uid, dimension, value, spelling, event_uid)
    ) STRICT, WITHOUT ROWID`,
    sql`INSERT INTO agenda_term (agenda_uid, dimension, value, event_uid, spelling) SELECT agenda_uid, 'keyword', keyword, event_uid, keyword FROM agenda_keyword`,
    sql`DROP TABLE agenda_keyword`,
    sql`CREATE INDEX agenda_term_by_event ON agenda_term (event_uid, dimension, value, spelling)`,
    sql`CREATE TABLE agenda_number (
      agenda_uid INTEGER NOT NULL,
      dimension TEXT NOT NULL,
      value REAL NOT NULL,
      event_uid INTEGER NOT NULL REFERENCES agenda_event (uid),
      PRIMARY KEY (agenda_uid, dimension, value, event_uid)
    ) STRICT, WITHOUT ROWID`,
    sql`CREATE INDEX agenda_number_by_event ON agenda_number (event_uid, dimension, value)`,
    sql`ALTER TABLE agenda_event ADD COLUMN has_age INTEGER NOT NULL DEFAULT 0`,
    sql`ALTER TABLE agenda_event ADD COLUMN age_min REAL`,
    sql`ALTER TABLE agenda_event ADD COLUMN age_max REAL`,
    sql`ALTER TABLE agenda_event ADD COLUMN created_down INTEGER NOT NULL DEFAULT 0`,
    sql`UPDATE agenda_event SET created_down = -created_at`,
    sql`CREATE INDEX agenda_event_by_created ON agenda_event (agenda_uid, created_at, uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_created_down ON agenda_event (agenda_uid, created_down, uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_unpublished_by_created ON agenda_event (agenda_uid, created_at, uid, state) WHERE state <> 2`,
    sql`CREATE INDEX agenda_event_unpublished_by_created_down ON agenda_event (agenda_uid, created_down, uid, state) WHERE state <> 2`,
    sql`CREATE INDEX agenda_ext_id_by_value ON agenda_ext_id (ext_key, ext_value, event_uid)`,
    sql`CREATE INDEX agenda_slot_of_all_by_begin ON agenda_slot (begin_ms, event_uid, agenda_uid, end_ms, prev_end) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_of_all_by_last_end ON agenda_event (last_end_down, uid, agenda_uid, first_begin, last_begin, status, attendance_mode, location_uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_of_all_by_updated ON agenda_event (updated_at, uid, agenda_uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_of_all_by_updated_down ON agenda_event (updated_down, uid, agenda_uid) WHERE state = 2`
  ], { discard: true }))
