import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Where locations stood in lists before they were changed or removed: cursors lead on from there. */
export const formerPlaces = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_former_place (
      id INTEGER PRIMARY KEY,
      location_uid INTEGER NOT NULL,
      agenda_uid INTEGER NOT NULL,
      set_uid INTEGER,
      name TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      left_at INTEGER NOT NULL
    ) STRICT`,
    sql`CREATE INDEX agenda_former_place_by_location ON agenda_former_place (location_uid, left_at)`,
    sql`CREATE INDEX agenda_former_place_by_instant ON agenda_former_place (left_at)`
  ], { discard: true }))
