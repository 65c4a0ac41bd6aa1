import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** User accounts and memberships. */
export const people = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_user (
      uid bigint PRIMARY KEY,
      email text COLLATE "C" NOT NULL UNIQUE,
      name text COLLATE "C" NOT NULL,
      created_at bigint NOT NULL
    )`,
    sql`CREATE TABLE agenda_member (
      uid bigint PRIMARY KEY,
      agenda_uid bigint NOT NULL,
      user_uid bigint NOT NULL,
      role text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      phone text COLLATE "C",
      organization text COLLATE "C",
      job text COLLATE "C",
      created_at bigint NOT NULL,
      UNIQUE (agenda_uid, user_uid)
    )`,
    sql`CREATE INDEX agenda_member_by_agenda ON agenda_member (agenda_uid, uid)`,
    sql`CREATE INDEX agenda_member_by_user ON agenda_member (user_uid, uid)`
  ], { discard: true }))
