import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * Events, their documents, slots, external ids and keywords, and tombstones. Columns that end in `_down` are negated, so that what is
 * listed in descending order is an ascending range with an ascending tie-breaker. Lists of published events have partial
 * indexes.
 */
export const events = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_event (
      uid bigint PRIMARY KEY,
      agenda_uid bigint NOT NULL,
      slug text COLLATE "C" NOT NULL UNIQUE,
      state integer NOT NULL,
      featured integer NOT NULL,
      status integer NOT NULL,
      attendance_mode integer NOT NULL,
      location_uid bigint,
      contributor_uid bigint,
      timezone text COLLATE "C" NOT NULL,
      created_at bigint NOT NULL,
      updated_at bigint NOT NULL,
      version bigint NOT NULL,
      first_begin bigint NOT NULL,
      first_end bigint NOT NULL,
      last_begin bigint NOT NULL,
      last_end bigint NOT NULL,
      last_end_down bigint NOT NULL CHECK (last_end_down = -last_end),
      updated_down bigint NOT NULL CHECK (updated_down = -updated_at)
    )`,
    sql`CREATE INDEX agenda_event_by_agenda ON agenda_event (agenda_uid, uid)`,
    sql`CREATE INDEX agenda_event_by_location ON agenda_event (agenda_uid, location_uid, uid)`,
    sql`CREATE INDEX agenda_event_by_last_begin ON agenda_event (agenda_uid, last_begin, uid) INCLUDE (last_end_down) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_featured_last_begin ON agenda_event (agenda_uid, featured, last_begin, uid) INCLUDE (last_end_down) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_last_end ON agenda_event (agenda_uid, last_end_down, uid) INCLUDE (first_begin, last_begin, status, attendance_mode, location_uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_featured_last_end ON agenda_event (agenda_uid, featured, last_end_down, uid) INCLUDE (first_begin, last_begin, status, attendance_mode, location_uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_updated ON agenda_event (agenda_uid, updated_at, uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_by_updated_down ON agenda_event (agenda_uid, updated_down, uid) WHERE state = 2`,
    sql`CREATE INDEX agenda_event_unpublished_by_updated ON agenda_event (agenda_uid, updated_at, uid) INCLUDE (state) WHERE state <> 2`,
    sql`CREATE INDEX agenda_event_unpublished_by_updated_down ON agenda_event (agenda_uid, updated_down, uid) INCLUDE (state) WHERE state <> 2`,
    sql`CREATE INDEX agenda_event_unpublished_by_last_begin ON agenda_event (agenda_uid, last_begin, uid) INCLUDE (last_end_down, state, featured) WHERE state <> 2`,
    sql`CREATE INDEX agenda_event_unpublished_by_last_end ON agenda_event (agenda_uid, last_end_down, uid) INCLUDE (state, featured, first_begin) WHERE state <> 2`,
    sql`CREATE TABLE agenda_event_document (
      event_uid bigint PRIMARY KEY REFERENCES agenda_event (uid),
      summary text COLLATE "C" NOT NULL,
      detail text COLLATE "C" NOT NULL,
      retired_slot_ids text COLLATE "C" NOT NULL
    )`,
    sql`CREATE TABLE agenda_slot (
      event_uid bigint NOT NULL REFERENCES agenda_event (uid),
      begin_ms bigint NOT NULL,
      end_ms bigint NOT NULL,
      prev_end bigint NOT NULL,
      slot_id text COLLATE "C" NOT NULL,
      agenda_uid bigint NOT NULL,
      featured integer NOT NULL,
      state integer NOT NULL,
      PRIMARY KEY (event_uid, begin_ms)
    )`,
    sql`CREATE INDEX agenda_slot_by_begin ON agenda_slot (agenda_uid, begin_ms, event_uid) INCLUDE (end_ms, prev_end) WHERE state = 2`,
    sql`CREATE INDEX agenda_slot_by_featured_begin ON agenda_slot (agenda_uid, featured, begin_ms, event_uid) INCLUDE (end_ms, prev_end) WHERE state = 2`,
    sql`CREATE INDEX agenda_slot_unpublished_by_begin ON agenda_slot (agenda_uid, begin_ms, event_uid) INCLUDE (end_ms, prev_end, featured, state) WHERE state <> 2`,
    sql`CREATE TABLE agenda_ext_id (
      agenda_uid bigint NOT NULL,
      ext_key text COLLATE "C" NOT NULL,
      ext_value text COLLATE "C" NOT NULL,
      event_uid bigint NOT NULL REFERENCES agenda_event (uid),
      place integer NOT NULL,
      PRIMARY KEY (agenda_uid, ext_key, ext_value)
    )`,
    sql`CREATE INDEX agenda_ext_id_by_event ON agenda_ext_id (event_uid, place)`,
    sql`CREATE TABLE agenda_keyword (
      agenda_uid bigint NOT NULL,
      keyword text COLLATE "C" NOT NULL,
      event_uid bigint NOT NULL REFERENCES agenda_event (uid),
      PRIMARY KEY (agenda_uid, keyword, event_uid)
    )`,
    sql`CREATE INDEX agenda_keyword_by_event ON agenda_keyword (event_uid)`,
    sql`CREATE TABLE agenda_tombstone (
      agenda_uid bigint NOT NULL,
      audience text COLLATE "C" NOT NULL,
      uid bigint NOT NULL,
      removed_at bigint NOT NULL,
      removed_down bigint NOT NULL CHECK (removed_down = -removed_at),
      PRIMARY KEY (agenda_uid, audience, uid)
    )`,
    sql`CREATE INDEX agenda_tombstone_by_removed ON agenda_tombstone (agenda_uid, audience, removed_at, uid)`,
    sql`CREATE INDEX agenda_tombstone_by_removed_down ON agenda_tombstone (agenda_uid, audience, removed_down, uid)`,
    sql`CREATE INDEX agenda_tombstone_by_uid ON agenda_tombstone (uid)`
  ], { discard: true }))
