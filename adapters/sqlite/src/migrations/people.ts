import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** User accounts and memberships. */
export const people = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_user (
      uid INTEGER PRIMARY KEY,
      email TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT`,
    sql`CREATE TABLE agenda_member (
      uid INTEGER PRIMARY KEY,
      agenda_uid INTEGER NOT NULL,
      user_uid INTEGER NOT NULL,
      role TEXT NOT NULL,
      name TEXT NOT NULL,
      email TEXT NOT NULL,
      phone TEXT,
      organization TEXT,
      job TEXT,
      created_at INTEGER NOT NULL,
      UNIQUE (agenda_uid, user_uid)
    ) STRICT`,
    sql`CREATE INDEX agenda_member_by_agenda ON agenda_member (agenda_uid, uid)`,
    sql`CREATE INDEX agenda_member_by_user ON agenda_member (user_uid, uid)`
  ], { discard: true }))
