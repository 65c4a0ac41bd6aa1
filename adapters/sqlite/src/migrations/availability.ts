import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * Where the tickets of events stand: what providers say of them, when that changed last, and the intervals that follow from it. Of the events
 * that are there nothing is known; an instant that is none is 9_007_199_254_740_991, which comes last in either order.
 */
export const availability = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`ALTER TABLE agenda_event ADD COLUMN availability_updated_at INTEGER NOT NULL DEFAULT 9007199254740991`,
    sql`ALTER TABLE agenda_event ADD COLUMN availability_updated_down INTEGER NOT NULL DEFAULT 9007199254740991`,
    sql`ALTER TABLE agenda_event_document ADD COLUMN availability TEXT NOT NULL DEFAULT '{}'`,
    sql`CREATE INDEX agenda_event_by_availability_updated ON agenda_event (agenda_uid, availability_updated_at, uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_availability_updated_down ON agenda_event (agenda_uid, availability_updated_down, uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_unpublished_by_availability_updated ON agenda_event (agenda_uid, availability_updated_at, uid, state) WHERE state <> 2`,
    sql`CREATE INDEX agenda_event_unpublished_by_availability_updated_down ON agenda_event (agenda_uid, availability_updated_down, uid, state) WHERE state <> 2`,
    sql`CREATE INDEX agenda_event_of_all_by_availability_updated ON agenda_event (availability_updated_at, uid, agenda_uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_of_all_by_availability_updated_down ON agenda_event (availability_updated_down, uid, agenda_uid) WHERE state = 2`,
    sql`CREATE TABLE agenda_availability (
      event_uid INTEGER NOT NULL REFERENCES agenda_event (uid),
      from_ms INTEGER NOT NULL,
      until_ms INTEGER NOT NULL,
      status TEXT NOT NULL,
      status_until INTEGER,
      occurrences_available INTEGER NOT NULL,
      occurrences_total INTEGER NOT NULL,
      next_available INTEGER,
      agenda_uid INTEGER NOT NULL,
      state INTEGER NOT NULL,
      PRIMARY KEY (event_uid, from_ms)
    ) STRICT, WITHOUT ROWID`,
    sql`CREATE INDEX agenda_availability_by_status ON agenda_availability (agenda_uid, status, status_until, from_ms, event_uid) WHERE status_until IS NOT NULL`,
    sql`CREATE INDEX agenda_availability_by_from ON agenda_availability (agenda_uid, from_ms, state)`,
    sql`CREATE INDEX agenda_availability_of_all_by_from ON agenda_availability (from_ms, agenda_uid, state)`
  ], { discard: true }))
