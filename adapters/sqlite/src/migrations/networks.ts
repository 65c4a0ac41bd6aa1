import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Networks: what agendas have in common. */
export const networks = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.asVoid(sql`CREATE TABLE agenda_network (
    uid INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    fields TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT`))
