import { big, nullable, type Table, text } from "../Table.js"

/** User accounts, credentials, invitations and idempotency records. */
export const accountTables: ReadonlyArray<Table> = [
  {
    name: "agenda_user",
    columns: { uid: big, email: text, name: text, created_at: big },
    primaryKey: ["uid"],
    unique: [["email"]]
  },
  {
    name: "agenda_member",
    columns: {
      uid: big,
      agenda_uid: big,
      user_uid: big,
      role: text,
      name: text,
      email: text,
      phone: nullable(text),
      organization: nullable(text),
      job: nullable(text),
      created_at: big
    },
    primaryKey: ["uid"],
    unique: [["agenda_uid", "user_uid"]],
    indexes: {
      agenda_member_by_agenda: { on: ["agenda_uid", "uid"] },
      agenda_member_by_user: { on: ["user_uid", "uid"] }
    }
  },
  {
    name: "agenda_key",
    columns: {
      id: text,
      kind: text,
      digest: text,
      owner_uid: nullable(big),
      agenda_uids: nullable(text),
      operations: nullable(text),
      created_at: big,
      expires_at: nullable(big),
      revoked_at: nullable(big)
    },
    primaryKey: ["id"],
    unique: [["digest"]]
  },
  // A table of its own, so that recording a use never waits for, or conflicts with, a change of the key.
  {
    name: "agenda_key_use",
    columns: { key_id: text, used_at: big },
    primaryKey: ["key_id"],
    isClustered: true,
    leavesRoom: true
  },
  {
    name: "agenda_token",
    columns: { digest: text, key_id: text, expires_at: big },
    primaryKey: ["digest"],
    indexes: { agenda_token_by_expiry: { on: ["expires_at"] } }
  },
  {
    name: "agenda_invitation",
    columns: {
      id: text,
      agenda_uid: big,
      email: text,
      role: text,
      message: text,
      message_id: text,
      status: text,
      inviter_uid: nullable(big),
      created_at: big,
      expires_at: big,
      attempts: big,
      due_at: big,
      sent_at: nullable(big),
      failure: nullable(text),
      accepted_at: nullable(big),
      user_uid: nullable(big)
    },
    primaryKey: ["id"],
    unique: [["agenda_uid", "email"]],
    indexes: {
      agenda_invitation_by_agenda: { on: ["agenda_uid", "id"] },
      agenda_invitation_by_email: { on: ["email"] },
      agenda_invitation_by_due: { on: ["due_at", "id"], where: "status = 'pending'" }
    }
  },
  {
    name: "agenda_secret",
    columns: { name: text, secret: text },
    primaryKey: ["name"],
    isClustered: true
  },
  {
    name: "agenda_idempotency",
    columns: {
      key_id: text,
      name: text,
      fingerprint: text,
      claim: text,
      claimed_until: big,
      expires_at: big,
      response: nullable(text)
    },
    primaryKey: ["key_id", "name"],
    indexes: { agenda_idempotency_by_expiry: { on: ["expires_at"] } }
  }
]
