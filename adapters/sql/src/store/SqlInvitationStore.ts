import type { InvitationStore } from "@agenda-engine/core/ports/InvitationStore"
import type { InvitationRecord } from "@agenda-engine/core/record/InvitationRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { type Cells, upsert } from "../database/upsert.js"
import { bindableNumber, bindableText, limitTo } from "../fragment/bindable.js"

const invitationCells = (record: InvitationRecord): Cells => ({
  id: record.id,
  agenda_uid: record.agendaUid,
  email: record.email,
  role: record.role,
  message: record.message,
  message_id: record.messageId,
  status: record.status,
  inviter_uid: record.inviterUid,
  created_at: record.createdAt,
  expires_at: record.expiresAt,
  attempts: record.attempts,
  due_at: record.dueAt,
  sent_at: record.sentAt,
  failure: record.failure,
  accepted_at: record.acceptedAt,
  user_uid: record.userUid
})

const invitationOf = (row: Row): InvitationRecord => ({
  id: Cell.text(row, "id"),
  agendaUid: Cell.integer(row, "agenda_uid"),
  email: Cell.text(row, "email"),
  role: Cell.text(row, "role"),
  message: Cell.text(row, "message"),
  messageId: Cell.text(row, "message_id"),
  status: Cell.text(row, "status"),
  inviterUid: Cell.integerOrNull(row, "inviter_uid"),
  createdAt: Cell.integer(row, "created_at"),
  expiresAt: Cell.integer(row, "expires_at"),
  attempts: Cell.integer(row, "attempts"),
  dueAt: Cell.integer(row, "due_at"),
  sentAt: Cell.integerOrNull(row, "sent_at"),
  failure: Cell.textOrNull(row, "failure"),
  acceptedAt: Cell.integerOrNull(row, "accepted_at"),
  userUid: Cell.integerOrNull(row, "user_uid")
})

/** Row of `agenda_secret` with the signing key of invitation links. */
const secretName = "invitation"

/**
 * `InvitationStore` in an SQL database. The table is also the queue of invitation mails, instead of Effect's
 * `PersistedQueue`: see docs/sql.md.
 */
export const makeInvitationStore = (
  { writeUnchecked: change, dialect, writeOrConflict: put, read, sql }: SqlDatabase
): Context.Tag.Service<InvitationStore> => {
  const select = (found: Fragment) => sql`SELECT * FROM agenda_invitation WHERE ${found}`
  const findOne = (operation: string, found: Fragment) =>
    read(operation, Effect.flatMap(select(found), (rows) => readFirst(operation, rows, invitationOf)))
  const findAll = (operation: string, found: Fragment) =>
    read(operation, Effect.flatMap(select(found), (rows) => readRows(operation, rows, invitationOf)))
  const removeAll = (operation: string, found: Fragment) =>
    change(operation, Effect.asVoid(sql`DELETE FROM agenda_invitation WHERE ${found}`))
  const readSecret = Effect.flatMap(
    sql`SELECT secret FROM agenda_secret WHERE name = ${secretName}`,
    (rows) => readFirst("InvitationStore.secret", rows, (row) => Cell.text(row, "secret"))
  )
  const insertSecret = (newSecret: string) =>
    sql`INSERT INTO agenda_secret (name, secret) VALUES (${secretName}, ${newSecret}) ON CONFLICT (name) DO NOTHING`
  return {
    find: (id) => findOne("InvitationStore.find", sql`id = ${bindableText(id)}`),
    lock: (id, mode) =>
      findOne("InvitationStore.lock", sql`id = ${bindableText(id)}${mode === "shared" ? dialect.forShare(sql) : dialect.forUpdate(sql)}`),
    findBy: ({ agendaUid, email }) =>
      findOne("InvitationStore.findBy", sql`agenda_uid = ${bindableNumber(agendaUid)} AND email = ${bindableText(email)}`),
    put: (record) => put("InvitationStore.put", Effect.asVoid(sql`${upsert(sql, "agenda_invitation", "id", invitationCells(record))}`)),
    due: (now, limit) =>
      findAll("InvitationStore.due", sql`status = 'pending' AND due_at <= ${now} ORDER BY due_at, id ${limitTo(sql, limit)}`),
    scan: (agendaUid, afterId, limit) =>
      findAll("InvitationStore.scan", sql`agenda_uid = ${agendaUid} AND id > ${afterId} ORDER BY id ${limitTo(sql, limit)}`),
    remove: (id) => removeAll("InvitationStore.remove", sql`id = ${bindableText(id)}`),
    removeOfAgenda: (agendaUid) => removeAll("InvitationStore.removeOfAgenda", sql`agenda_uid = ${agendaUid}`),
    secret: (newSecret) =>
      Effect.flatMap(read("InvitationStore.secret", readSecret), (secret) =>
        secret === null
          ? change(
            "InvitationStore.secret",
            Effect.zipRight(insertSecret(newSecret), Effect.map(readSecret, (secret) => secret ?? newSecret))
          )
          : Effect.succeed(secret))
  }
}
