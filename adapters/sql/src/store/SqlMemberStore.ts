import type { MemberStore } from "@agenda-engine/core/ports/MemberStore"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { upsert } from "../database/upsert.js"
import { bindableNumber, limitTo } from "../fragment/bindable.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { memberCells, memberOf } from "../row/AccountRow.js"

/** `MemberStore` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<MemberStore> => {
  const { writeUnchecked: change, writeOrConflict: put, read, sql } = database
  const select = (found: Fragment) => sql`SELECT * FROM agenda_member WHERE ${found}`
  const findOne = (operation: string, found: Fragment) =>
    read(operation, Effect.flatMap(select(found), (rows) => readFirst(operation, rows, memberOf)))
  const findAll = (operation: string, found: Fragment) =>
    read(operation, Effect.flatMap(select(found), (rows) => readRows(operation, rows, memberOf)))
  return {
    get: (uid) => findOne("MemberStore.get", sql`uid = ${bindableNumber(uid)}`),
    find: (agendaUid, userUid) =>
      findOne("MemberStore.find", sql`agenda_uid = ${bindableNumber(agendaUid)} AND user_uid = ${bindableNumber(userUid)}`),
    findMany: (agendaUid, userUids) =>
      findAll("MemberStore.findMany", sql`agenda_uid = ${agendaUid} AND ${isOneOf(database, "user_uid", userUids)}`),
    list: (agendaUid, afterUid, limit) =>
      findAll("MemberStore.list", sql`agenda_uid = ${agendaUid} AND uid > ${afterUid} ORDER BY uid ${limitTo(sql, limit)}`),
    count: (agendaUid) =>
      read(
        "MemberStore.count",
        Effect.flatMap(
          sql`SELECT count(*) AS members FROM agenda_member WHERE agenda_uid = ${agendaUid}`,
          (rows) => Effect.map(readFirst("MemberStore.count", rows, (row) => Cell.integer(row, "members")), (members) => members ?? 0)
        )
      ),
    listOfUser: (userUid, afterUid, limit) =>
      findAll("MemberStore.listOfUser", sql`user_uid = ${userUid} AND uid > ${afterUid} ORDER BY uid ${limitTo(sql, limit)}`),
    put: (record) => put("MemberStore.put", Effect.asVoid(sql`${upsert(sql, "agenda_member", "uid", memberCells(record))}`)),
    remove: (uid) => change("MemberStore.remove", Effect.asVoid(sql`DELETE FROM agenda_member WHERE uid = ${uid}`))
  }
}
