import type { KeyRecord, KeyUse, TokenRecord } from "@agenda-engine/core/record/CredentialRecord"
import type { MemberRecord, UserRecord } from "@agenda-engine/core/record/MemberRecord"
import type { Row } from "@effect/sql/SqlConnection"
import * as Cell from "../database/Cell.js"
import type { Cells } from "../database/upsert.js"

/** A row of `agenda_user`. */
export const userCells = (record: UserRecord): Cells => ({
  uid: record.uid,
  email: record.email,
  name: record.name,
  host_id: record.hostId,
  created_at: record.createdAt
})

/** Parses a row of `agenda_user`. */
export const userOf = (row: Row): UserRecord => ({
  uid: Cell.integer(row, "uid"),
  email: Cell.text(row, "email"),
  name: Cell.text(row, "name"),
  hostId: Cell.textOrNull(row, "host_id"),
  createdAt: Cell.integer(row, "created_at")
})

/** A row of `agenda_member`. */
export const memberCells = (record: MemberRecord): Cells => ({
  uid: record.uid,
  agenda_uid: record.agendaUid,
  user_uid: record.userUid,
  role: record.role,
  name: record.name,
  email: record.email,
  phone: record.phone,
  organization: record.organization,
  job: record.position,
  created_at: record.createdAt
})

/** Parses a row of `agenda_member`. */
export const memberOf = (row: Row): MemberRecord => ({
  uid: Cell.integer(row, "uid"),
  agendaUid: Cell.integer(row, "agenda_uid"),
  userUid: Cell.integer(row, "user_uid"),
  role: Cell.text(row, "role"),
  name: Cell.text(row, "name"),
  email: Cell.text(row, "email"),
  phone: Cell.textOrNull(row, "phone"),
  organization: Cell.textOrNull(row, "organization"),
  position: Cell.textOrNull(row, "job"),
  createdAt: Cell.integer(row, "created_at")
})

/** A row of `agenda_key`. */
export const keyCells = (record: KeyRecord): Cells => ({
  id: record.id,
  kind: record.kind,
  digest: record.digest,
  owner_uid: record.ownerUid,
  agenda_uids: Cell.listCellOrNull(record.agendaUids),
  operations: Cell.listCellOrNull(record.operations),
  created_at: record.createdAt,
  expires_at: record.expiresAt,
  revoked_at: record.revokedAt
})

/** Parses a row of `agenda_key`. */
export const keyOf = (row: Row): KeyRecord => ({
  id: Cell.text(row, "id"),
  kind: Cell.text(row, "kind"),
  digest: Cell.text(row, "digest"),
  ownerUid: Cell.integerOrNull(row, "owner_uid"),
  agendaUids: Cell.integersOrNull(row, "agenda_uids"),
  operations: Cell.textsOrNull(row, "operations"),
  createdAt: Cell.integer(row, "created_at"),
  expiresAt: Cell.integerOrNull(row, "expires_at"),
  revokedAt: Cell.integerOrNull(row, "revoked_at")
})

/** A row of `agenda_key_use`. */
export const keyUseCells = (use: KeyUse): Cells => ({ key_id: use.keyId, used_at: use.usedAt })

/** Parses a row of `agenda_key_use`. */
export const keyUseOf = (row: Row): KeyUse => ({ keyId: Cell.text(row, "key_id"), usedAt: Cell.integer(row, "used_at") })

/** A row of `agenda_token`. */
export const tokenCells = (record: TokenRecord): Cells => ({
  digest: record.digest,
  key_id: record.keyId,
  expires_at: record.expiresAt
})

/** Parses a row of `agenda_token`. */
export const tokenOf = (row: Row): TokenRecord => ({
  digest: Cell.text(row, "digest"),
  keyId: Cell.text(row, "key_id"),
  expiresAt: Cell.integer(row, "expires_at")
})
