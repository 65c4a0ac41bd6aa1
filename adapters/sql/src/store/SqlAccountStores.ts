import type { CredentialStore } from "@agenda-engine/core/ports/CredentialStore"
import type { MemberStore } from "@agenda-engine/core/ports/MemberStore"
import type { UserStore } from "@agenda-engine/core/ports/UserStore"
import type { KeyRecord, KeyUse, TokenRecord } from "@agenda-engine/core/record/CredentialRecord"
import type { MemberRecord, UserRecord } from "@agenda-engine/core/record/MemberRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { type Cells, upsert } from "../database/upsert.js"
import { bindableNumber, bindableText, limitTo } from "../fragment/bindable.js"
import { isOneOf, isOneOfTexts } from "../fragment/isOneOf.js"
import { sqlRecords } from "./sqlRecords.js"

const userCells = (record: UserRecord): Cells => ({
  uid: record.uid,
  email: record.email,
  name: record.name,
  host_id: record.hostId,
  created_at: record.createdAt
})

const userOf = (row: Row): UserRecord => ({
  uid: Cell.integer(row, "uid"),
  email: Cell.text(row, "email"),
  name: Cell.text(row, "name"),
  hostId: Cell.textOrNull(row, "host_id"),
  createdAt: Cell.integer(row, "created_at")
})

const memberCells = (record: MemberRecord): Cells => ({
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

const memberOf = (row: Row): MemberRecord => ({
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

const keyCells = (record: KeyRecord): Cells => ({
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

const keyOf = (row: Row): KeyRecord => ({
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

const keyUseCells = (use: KeyUse): Cells => ({ key_id: use.keyId, used_at: use.usedAt })

const keyUseOf = (row: Row): KeyUse => ({ keyId: Cell.text(row, "key_id"), usedAt: Cell.integer(row, "used_at") })

const tokenCells = (record: TokenRecord): Cells => ({
  digest: record.digest,
  key_id: record.keyId,
  expires_at: record.expiresAt
})

const tokenOf = (row: Row): TokenRecord => ({
  digest: Cell.text(row, "digest"),
  keyId: Cell.text(row, "key_id"),
  expiresAt: Cell.integer(row, "expires_at")
})

/** `CredentialStore` in an SQL database. */
export const makeCredentialStore = (database: SqlDatabase): Context.Tag.Service<CredentialStore> => {
  const { writeUnchecked: change, read, sql } = database
  const { find, put, scan } = sqlRecords(database, {
    port: "CredentialStore",
    table: "agenda_key",
    key: "id",
    cellsOf: keyCells,
    recordOf: keyOf,
    isOneOf: (column, ids: ReadonlyArray<string>) => isOneOfTexts(database, column, ids)
  })
  return {
    find,
    put,
    scan,
    findBy: ({ digest }) => {
      const operation = "CredentialStore.findBy"
      return read(
        operation,
        Effect.flatMap(sql`SELECT * FROM agenda_key WHERE digest = ${bindableText(digest)}`, (rows) => readFirst(operation, rows, keyOf))
      )
    },
    findToken: (digest) => {
      const operation = "CredentialStore.findToken"
      const rows = sql`SELECT t.digest AS token_digest, t.key_id, t.expires_at AS token_expires_at, k.id, k.kind, k.digest, k.owner_uid,
        k.agenda_uids, k.operations, k.created_at, k.expires_at, k.revoked_at
        FROM agenda_token t JOIN agenda_key k ON k.id = t.key_id WHERE t.digest = ${bindableText(digest)}`
      const parse = (row: Row) => ({
        token: tokenOf({ digest: row["token_digest"], key_id: row["key_id"], expires_at: row["token_expires_at"] }),
        key: keyOf(row)
      })
      return read(operation, Effect.flatMap(rows, (found) => readFirst(operation, found, parse)))
    },
    putUse: (keyId, usedAt) =>
      change(
        "CredentialStore.putUse",
        Effect.asVoid(
          sql`${upsert(sql, "agenda_key_use", "key_id", keyUseCells({ keyId, usedAt }))} WHERE agenda_key_use.used_at < excluded.used_at`
        )
      ),
    findUses: (keyIds) =>
      read(
        "CredentialStore.findUses",
        Effect.flatMap(
          sql`SELECT * FROM agenda_key_use WHERE ${isOneOfTexts(database, "key_id", keyIds)}`,
          (rows) => readRows("CredentialStore.findUses", rows, keyUseOf)
        )
      ),
    putToken: (record, now) =>
      change(
        "CredentialStore.putToken",
        Effect.gen(function*() {
          yield* sql`DELETE FROM agenda_token WHERE expires_at < ${now}`
          yield* upsert(sql, "agenda_token", "digest", tokenCells(record))
        })
      )
  }
}

/** `MemberStore` in an SQL database. */
export const makeMemberStore = (database: SqlDatabase): Context.Tag.Service<MemberStore> => {
  const { read, sql } = database
  const { find, put, remove } = sqlRecords(database, {
    port: "MemberStore",
    table: "agenda_member",
    key: "uid",
    cellsOf: memberCells,
    recordOf: memberOf,
    isOneOf: (column, uids: ReadonlyArray<number>) => isOneOf(database, column, uids)
  })
  const select = (found: Fragment) => sql`SELECT * FROM agenda_member WHERE ${found}`
  const findOne = (operation: string, found: Fragment) =>
    read(operation, Effect.flatMap(select(found), (rows) => readFirst(operation, rows, memberOf)))
  const findAll = (operation: string, found: Fragment) =>
    read(operation, Effect.flatMap(select(found), (rows) => readRows(operation, rows, memberOf)))
  return {
    find,
    put,
    remove,
    findBy: ({ agendaUid, userUid }) =>
      findOne("MemberStore.findBy", sql`agenda_uid = ${bindableNumber(agendaUid)} AND user_uid = ${bindableNumber(userUid)}`),
    findMany: (agendaUid, userUids) =>
      findAll("MemberStore.findMany", sql`agenda_uid = ${agendaUid} AND ${isOneOf(database, "user_uid", userUids)}`),
    scan: (group, afterUid, limit) => {
      const ofGroup = "agendaUid" in group ? sql`agenda_uid = ${group.agendaUid}` : sql`user_uid = ${group.userUid}`
      return findAll("MemberStore.scan", sql`${ofGroup} AND uid > ${afterUid} ORDER BY uid ${limitTo(sql, limit)}`)
    },
    count: (agendaUid) =>
      read(
        "MemberStore.count",
        Effect.flatMap(
          sql`SELECT count(*) AS members FROM agenda_member WHERE agenda_uid = ${agendaUid}`,
          (rows) => Effect.map(readFirst("MemberStore.count", rows, (row) => Cell.integer(row, "members")), (members) => members ?? 0)
        )
      )
  }
}

/** `UserStore` in an SQL database. */
export const makeUserStore = (database: SqlDatabase): Context.Tag.Service<UserStore> => {
  const { read, sql } = database
  return {
    ...sqlRecords(database, {
      port: "UserStore",
      table: "agenda_user",
      key: "uid",
      cellsOf: userCells,
      recordOf: userOf,
      isOneOf: (column, uids) => isOneOf(database, column, uids)
    }),
    findBy: (name) => {
      const isNamed = "email" in name ? sql`email = ${bindableText(name.email)}` : sql`host_id = ${bindableText(name.hostId)}`
      return read(
        "UserStore.findBy",
        Effect.flatMap(sql`SELECT * FROM agenda_user WHERE ${isNamed}`, (rows) => readFirst("UserStore.findBy", rows, userOf))
      )
    }
  }
}
