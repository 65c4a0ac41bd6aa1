import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Where locations stood in lists before they were changed or removed: cursors lead on from there. */
export const formerPlaces = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_former_place (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      location_uid bigint NOT NULL,
      agenda_uid bigint NOT NULL,
      set_uid bigint,
      name text COLLATE "C" NOT NULL,
      created_at bigint NOT NULL,
      updated_at bigint NOT NULL,
      left_at bigint NOT NULL
    )`,
    sql`CREATE INDEX agenda_former_place_by_location ON agenda_former_place (location_uid, left_at)`,
    sql`CREATE INDEX agenda_former_place_by_instant ON agenda_former_place (left_at)`
  ], { discard: true }))
