import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Writes that may be repeated, and what they were answered. */
export const keptAnswers = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_kept_answer (
      key_id TEXT NOT NULL,
      name TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      claim TEXT NOT NULL,
      claimed_until INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      answer TEXT,
      PRIMARY KEY (key_id, name)
    ) STRICT`,
    sql`CREATE INDEX agenda_kept_answer_by_expiry ON agenda_kept_answer (expires_at)`
  ], { discard: true }))
