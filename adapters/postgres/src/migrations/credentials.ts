import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Keys and access tokens, as digests. */
export const credentials = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_key (
      id text COLLATE "C" NOT NULL PRIMARY KEY,
      kind text COLLATE "C" NOT NULL,
      digest text COLLATE "C" NOT NULL UNIQUE,
      owner_uid bigint,
      agenda_uids text COLLATE "C",
      operations text COLLATE "C",
      created_at bigint NOT NULL,
      expires_at bigint,
      revoked_at bigint
    )`,
    sql`CREATE TABLE agenda_token (
      digest text COLLATE "C" NOT NULL PRIMARY KEY,
      key_id text COLLATE "C" NOT NULL,
      expires_at bigint NOT NULL
    )`,
    sql`CREATE INDEX agenda_token_by_expiry ON agenda_token (expires_at)`
  ], { discard: true }))
