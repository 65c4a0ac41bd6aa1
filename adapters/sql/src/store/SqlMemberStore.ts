import type { MemberStore } from "@agenda-engine/core/ports/MemberStore"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { bindableNumber, limitTo } from "../fragment/bindable.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { memberCells, memberOf } from "../row/AccountRow.js"
import { sqlRecords } from "./sqlRecords.js"

/** `MemberStore` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<MemberStore> => {
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
