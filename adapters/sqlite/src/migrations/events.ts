import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * Events, their documents, slots, external ids and keywords, and tombstones. Columns that end in `_down` are negated, so that what is
 * listed in descending order is an ascending range with an ascending tie-breaker. They are plain columns: SQLite takes no
 * index for a covering one when it reads a generated column. The tables have no rowid: SQLite starts no range at a row value that ends
 * in one. Lists of published events have partial indexes.
 */
export const events = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_event (
      uid INTEGER NOT NULL PRIMARY KEY,
      agenda_uid INTEGER NOT NULL,
      slug TEXT NOT NULL UNIQUE,
      state INTEGER NOT NULL,
      featured INTEGER NOT NULL,
      status INTEGER NOT NULL,
      attendance_mode INTEGER NOT NULL,
      location_uid INTEGER,
      contributor_uid INTEGER,
      timezone TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      version INTEGER NOT NULL,
      first_begin INTEGER NOT NULL,
      first_end INTEGER NOT NULL,
      last_begin INTEGER NOT NULL,
      last_end INTEGER NOT NULL,
      last_end_down INTEGER NOT NULL CHECK (last_end_down = -last_end),
      updated_down INTEGER NOT NULL CHECK (updated_down = -updated_at)
    ) STRICT, WITHOUT ROWID`,
    sql`CREATE INDEX agenda_event_by_agenda ON agenda_event (agenda_uid, uid)`,
    sql`CREATE INDEX agenda_event_by_location ON agenda_event (agenda_uid, location_uid, uid)`,
    sql`CREATE INDEX agenda_event_by_last_begin ON agenda_event (agenda_uid, last_begin, uid, last_end_down) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_featured_last_begin ON agenda_event (agenda_uid, featured, last_begin, uid, last_end_down) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_last_end ON agenda_event (agenda_uid, last_end_down, uid, first_begin, last_begin, status, attendance_mode, location_uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_featured_last_end ON agenda_event (agenda_uid, featured, last_end_down, uid, first_begin, last_begin, status, attendance_mode, location_uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_updated ON agenda_event (agenda_uid, updated_at, uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_updated_down ON agenda_event (agenda_uid, updated_down, uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_unpublished_by_updated ON agenda_event (agenda_uid, updated_at, uid, state) WHERE state <> 2`,
    sql`CREATE INDEX agenda_event_unpublished_by_updated_down ON agenda_event (agenda_uid, updated_down, uid, state) WHERE state <> 2`,
    sql`CREATE INDEX agenda_event_unpublished_by_last_begin ON agenda_event (agenda_uid, last_begin, uid, last_end_down, state, featured) WHERE state <> 2`,
    sql`CREATE INDEX agenda_event_unpublished_by_last_end ON agenda_event (agenda_uid, last_end_down, uid, state, featured, first_begin) WHERE state <> 2`,
    sql`CREATE TABLE agenda_event_document (
      event_uid INTEGER PRIMARY KEY REFERENCES agenda_event (uid),
      summary TEXT NOT NULL,
      detail TEXT NOT NULL,
      retired_slot_ids TEXT NOT NULL
    ) STRICT`,
    sql`CREATE TABLE agenda_slot (
      event_uid INTEGER NOT NULL REFERENCES agenda_event (uid),
      begin_ms INTEGER NOT NULL,
      end_ms INTEGER NOT NULL,
      prev_end INTEGER NOT NULL,
      slot_id TEXT NOT NULL,
      agenda_uid INTEGER NOT NULL,
      featured INTEGER NOT NULL,
      state INTEGER NOT NULL,
      PRIMARY KEY (event_uid, begin_ms)
    ) STRICT, WITHOUT ROWID`,
    sql`CREATE INDEX agenda_slot_by_begin ON agenda_slot (agenda_uid, begin_ms, event_uid, end_ms, prev_end) WHERE state = 2`,
    sql`CREATE INDEX agenda_slot_by_featured_begin ON agenda_slot (agenda_uid, featured, begin_ms, event_uid, end_ms, prev_end) WHERE state = 2`,
    sql`CREATE INDEX agenda_slot_unpublished_by_begin ON agenda_slot (agenda_uid, begin_ms, event_uid, end_ms, prev_end, featured, state) WHERE state <> 2`,
    sql`CREATE TABLE agenda_ext_id (
      agenda_uid INTEGER NOT NULL,
      ext_key TEXT NOT NULL,
      ext_value TEXT NOT NULL,
      event_uid INTEGER NOT NULL REFERENCES agenda_event (uid),
      place INTEGER NOT NULL,
      PRIMARY KEY (agenda_uid, ext_key, ext_value)
    ) STRICT, WITHOUT ROWID`,
    sql`CREATE INDEX agenda_ext_id_by_event ON agenda_ext_id (event_uid, place)`,
    sql`CREATE TABLE agenda_keyword (
      agenda_uid INTEGER NOT NULL,
      keyword TEXT NOT NULL,
      event_uid INTEGER NOT NULL REFERENCES agenda_event (uid),
      PRIMARY KEY (agenda_uid, keyword, event_uid)
    ) STRICT, WITHOUT ROWID`,
    sql`CREATE INDEX agenda_keyword_by_event ON agenda_keyword (event_uid)`,
    sql`CREATE TABLE agenda_tombstone (
      agenda_uid INTEGER NOT NULL,
      audience TEXT NOT NULL,
      uid INTEGER NOT NULL,
      removed_at INTEGER NOT NULL,
      removed_down INTEGER NOT NULL CHECK (removed_down = -removed_at),
      PRIMARY KEY (agenda_uid, audience, uid)
    ) STRICT, WITHOUT ROWID`,
    sql`CREATE INDEX agenda_tombstone_by_removed ON agenda_tombstone (agenda_uid, audience, removed_at, uid)`,
    sql`CREATE INDEX agenda_tombstone_by_removed_down ON agenda_tombstone (agenda_uid, audience, removed_down, uid)`,
    sql`CREATE INDEX agenda_tombstone_by_uid ON agenda_tombstone (uid)`
  ], { discard: true }))
