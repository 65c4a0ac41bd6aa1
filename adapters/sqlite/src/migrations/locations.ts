import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Locations with the folded texts that they are found by. */
export const locations = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_location (
      uid INTEGER PRIMARY KEY,
      agenda_uid INTEGER NOT NULL,
      set_uid INTEGER,
      slug TEXT NOT NULL,
      name TEXT NOT NULL,
      address TEXT NOT NULL,
      admin_level_1 TEXT,
      admin_level_2 TEXT,
      admin_level_3 TEXT,
      admin_level_4 TEXT,
      admin_level_5 TEXT,
      admin_level_6 TEXT,
      postal_code TEXT,
      country_code TEXT NOT NULL,
      latitude REAL,
      longitude REAL,
      timezone TEXT,
      state INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      name_folded TEXT NOT NULL,
      admin_level_1_folded TEXT,
      admin_level_2_folded TEXT,
      admin_level_3_folded TEXT,
      admin_level_4_folded TEXT,
      admin_level_5_folded TEXT,
      admin_level_6_folded TEXT,
      search TEXT NOT NULL,
      detail TEXT NOT NULL
    ) STRICT`,
    sql`CREATE INDEX agenda_location_by_agenda ON agenda_location (agenda_uid, uid)`,
    sql`CREATE INDEX agenda_location_by_set ON agenda_location (set_uid, uid) WHERE set_uid IS NOT NULL`,
    sql`CREATE INDEX agenda_location_by_name ON agenda_location (agenda_uid, name_folded, uid)`,
    sql`CREATE INDEX agenda_location_by_created ON agenda_location (agenda_uid, created_at DESC, uid)`,
    sql`CREATE INDEX agenda_location_by_updated ON agenda_location (agenda_uid, updated_at DESC, uid)`
  ], { discard: true }))
