import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Keys and access tokens, as digests. */
export const credentials = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_key (
      id TEXT NOT NULL PRIMARY KEY,
      kind TEXT NOT NULL,
      digest TEXT NOT NULL UNIQUE,
      owner_uid INTEGER,
      agenda_uids TEXT,
      operations TEXT,
      created_at INTEGER NOT NULL,
      expires_at INTEGER,
      revoked_at INTEGER
    ) STRICT`,
    sql`CREATE TABLE agenda_token (
      digest TEXT NOT NULL PRIMARY KEY,
      key_id TEXT NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT`,
    sql`CREATE INDEX agenda_token_by_expiry ON agenda_token (expires_at)`
  ], { discard: true }))
