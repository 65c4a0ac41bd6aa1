import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Writes that may be repeated, and what they were answered. */
export const keptAnswers = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_kept_answer (
      key_id text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      fingerprint text COLLATE "C" NOT NULL,
      claim text COLLATE "C" NOT NULL,
      claimed_until bigint NOT NULL,
      expires_at bigint NOT NULL,
      answer text COLLATE "C",
      PRIMARY KEY (key_id, name)
    )`,
    sql`CREATE INDEX agenda_kept_answer_by_expiry ON agenda_kept_answer (expires_at)`
  ], { discard: true }))
