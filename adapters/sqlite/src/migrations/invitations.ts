import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Invitations, which are their own queue of mails, and the secret that their links are signed with. */
export const invitations = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_invitation (
      id TEXT NOT NULL PRIMARY KEY,
      agenda_uid INTEGER NOT NULL,
      email TEXT NOT NULL,
      role TEXT NOT NULL,
      message TEXT NOT NULL,
      message_id TEXT NOT NULL,
      status TEXT NOT NULL,
      inviter_uid INTEGER,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      sent_at INTEGER,
      failure TEXT,
      accepted_at INTEGER,
      user_uid INTEGER,
      UNIQUE (agenda_uid, email)
    ) STRICT`,
    sql`CREATE INDEX agenda_invitation_by_agenda ON agenda_invitation (agenda_uid, id)`,
    sql`CREATE INDEX agenda_invitation_by_email ON agenda_invitation (email)`,
    sql`CREATE INDEX agenda_invitation_by_due ON agenda_invitation (due_at, id) WHERE status = 'pending'`,
    sql`CREATE TABLE agenda_secret (
      name TEXT NOT NULL PRIMARY KEY,
      secret TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`
  ], { discard: true }))
