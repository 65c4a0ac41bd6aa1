import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** How often what reads show has changed, by topic. A topic without row never has. */
export const revisions = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.asVoid(sql`CREATE TABLE agenda_revision (
    topic TEXT NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`))
