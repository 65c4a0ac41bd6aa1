import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Networks: what agendas have in common. */
export const networks = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.asVoid(sql`CREATE TABLE agenda_network (
    uid bigint PRIMARY KEY,
    title text COLLATE "C" NOT NULL,
    fields text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  )`))
