import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** The agendas that were removed and of which something may be left. */
export const agendaRemovals = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.asVoid(sql`CREATE TABLE agenda_removal (agenda_uid INTEGER PRIMARY KEY) STRICT`)
)
