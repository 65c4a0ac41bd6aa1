import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** How often what reads show has changed, by topic. A topic without row never has. Rows leave room, so that a change stays on its page. */
export const revisions = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.asVoid(sql`CREATE TABLE agenda_revision (
    topic text COLLATE "C" PRIMARY KEY,
    revision bigint NOT NULL
  ) WITH (fillfactor = 50)`))
