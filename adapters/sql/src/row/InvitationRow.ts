import type { InvitationRecord } from "@agenda-engine/core/record/InvitationRecord"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../database/Cell.js"
import type { Cells } from "../database/upsert.js"

/** A row of `agenda_invitation`. */
export const invitationCells = (record: InvitationRecord): Cells => ({
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

/** Parses a row of `agenda_invitation`. */
export const invitationOf = (row: Row): InvitationRecord => ({
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
