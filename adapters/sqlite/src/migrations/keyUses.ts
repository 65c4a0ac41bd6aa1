import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** When keys were last used. Beside the keys, so that what is noted of a use never stands against a change of the key. */
export const keyUses = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.asVoid(sql`CREATE TABLE agenda_key_use (
    key_id TEXT NOT NULL PRIMARY KEY,
    used_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`))
