import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * What else locations are indexed by, and their external ids, each one location's among those of its agenda and among those of its set.
 * Of the locations that are there nothing of it is known until they are put again: what is compared is folded by the engine.
 */
export const locationIndex = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`ALTER TABLE agenda_location ADD COLUMN address_folded TEXT NOT NULL DEFAULT ''`,
    sql`ALTER TABLE agenda_location ADD COLUMN postal_code_folded TEXT`,
    sql`ALTER TABLE agenda_location ADD COLUMN country_code_folded TEXT NOT NULL DEFAULT ''`,
    sql`ALTER TABLE agenda_location ADD COLUMN search_place TEXT NOT NULL DEFAULT ''`,
    sql`CREATE INDEX agenda_location_by_set_name ON agenda_location (set_uid, name_folded, uid) WHERE set_uid IS NOT NULL`,
    sql`CREATE INDEX agenda_location_by_set_created ON agenda_location (set_uid, created_at DESC, uid, agenda_uid, state) WHERE set_uid IS NOT NULL`,
    sql`CREATE INDEX agenda_location_by_set_updated ON agenda_location (set_uid, updated_at DESC, uid, agenda_uid, state) WHERE set_uid IS NOT NULL`,
    sql`CREATE TABLE agenda_location_ext_id (
      location_uid INTEGER NOT NULL REFERENCES agenda_location (uid),
      agenda_uid INTEGER NOT NULL,
      set_uid INTEGER,
      ext_key TEXT NOT NULL,
      ext_value TEXT NOT NULL,
      PRIMARY KEY (agenda_uid, ext_key, ext_value)
    ) STRICT, WITHOUT ROWID`,
    sql`CREATE UNIQUE INDEX agenda_location_ext_id_by_set ON agenda_location_ext_id (set_uid, ext_key, ext_value) WHERE set_uid IS NOT NULL`,
    sql`CREATE INDEX agenda_location_ext_id_by_location ON agenda_location_ext_id (location_uid)`
  ], { discard: true }))
