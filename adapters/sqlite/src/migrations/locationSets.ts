import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Location sets: what agendas that share locations have in common. */
export const locationSets = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.asVoid(sql`CREATE TABLE agenda_location_set (
    uid INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT`))
