import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Locations with the folded texts that they are found by. */
export const locations = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_location (
      uid bigint PRIMARY KEY,
      agenda_uid bigint NOT NULL,
      set_uid bigint,
      slug text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      address text COLLATE "C" NOT NULL,
      admin_level_1 text COLLATE "C",
      admin_level_2 text COLLATE "C",
      admin_level_3 text COLLATE "C",
      admin_level_4 text COLLATE "C",
      admin_level_5 text COLLATE "C",
      admin_level_6 text COLLATE "C",
      postal_code text COLLATE "C",
      country_code text COLLATE "C" NOT NULL,
      latitude double precision,
      longitude double precision,
      timezone text COLLATE "C",
      state integer NOT NULL,
      created_at bigint NOT NULL,
      updated_at bigint NOT NULL,
      name_folded text COLLATE "C" NOT NULL,
      admin_level_1_folded text COLLATE "C",
      admin_level_2_folded text COLLATE "C",
      admin_level_3_folded text COLLATE "C",
      admin_level_4_folded text COLLATE "C",
      admin_level_5_folded text COLLATE "C",
      admin_level_6_folded text COLLATE "C",
      search text COLLATE "C" NOT NULL,
      detail text COLLATE "C" NOT NULL
    )`,
    sql`CREATE INDEX agenda_location_by_agenda ON agenda_location (agenda_uid, uid)`,
    sql`CREATE INDEX agenda_location_by_set ON agenda_location (set_uid, uid) WHERE set_uid IS NOT NULL`,
    sql`CREATE INDEX agenda_location_by_name ON agenda_location (agenda_uid, name_folded, uid)`,
    sql`CREATE INDEX agenda_location_by_created ON agenda_location (agenda_uid, created_at DESC, uid)`,
    sql`CREATE INDEX agenda_location_by_updated ON agenda_location (agenda_uid, updated_at DESC, uid)`
  ], { discard: true }))
