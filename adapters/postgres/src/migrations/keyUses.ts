import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * When keys were last used. Beside the keys, so that what is noted of a use never stands against a change of the key. Rows leave room, so that
 * a use stays on its page.
 */
export const keyUses = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.asVoid(sql`CREATE TABLE agenda_key_use (
    key_id text COLLATE "C" PRIMARY KEY,
    used_at bigint NOT NULL
  ) WITH (fillfactor = 50)`))
