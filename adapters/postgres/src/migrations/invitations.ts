import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** Invitations, which are their own queue of mails, and the secret that their links are signed with. */
export const invitations = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`CREATE TABLE agenda_invitation (
      id text COLLATE "C" PRIMARY KEY,
      agenda_uid bigint NOT NULL,
      email text COLLATE "C" NOT NULL,
      role text COLLATE "C" NOT NULL,
      message text COLLATE "C" NOT NULL,
      message_id text COLLATE "C" NOT NULL,
      status text COLLATE "C" NOT NULL,
      inviter_uid bigint,
      created_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      attempts bigint NOT NULL,
      due_at bigint NOT NULL,
      sent_at bigint,
      failure text COLLATE "C",
      accepted_at bigint,
      user_uid bigint,
      UNIQUE (agenda_uid, email)
    )`,
    sql`CREATE INDEX agenda_invitation_by_agenda ON agenda_invitation (agenda_uid, id)`,
    sql`CREATE INDEX agenda_invitation_by_email ON agenda_invitation (email)`,
    sql`CREATE INDEX agenda_invitation_by_due ON agenda_invitation (due_at, id) WHERE status = 'pending'`,
    sql`CREATE TABLE agenda_secret (
      name text COLLATE "C" PRIMARY KEY,
      secret text COLLATE "C" NOT NULL
    )`
  ], { discard: true }))
