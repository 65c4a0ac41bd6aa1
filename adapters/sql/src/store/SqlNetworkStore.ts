import type { NetworkStore } from "@agenda-engine/core/ports/NetworkStore"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { upsert } from "../database/upsert.js"
import { bindableNumber, limitTo } from "../fragment/bindable.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { networkCells, networkOf } from "../row/AgendaRow.js"

/** `NetworkStore` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<NetworkStore> => {
  const { writeUnchecked: change, dialect, writeOrConflict: put, read, sql } = database
  const select = (found: Fragment) => sql`SELECT * FROM agenda_network WHERE ${found}`
  const findAll = (operation: string, found: Fragment) =>
    read(operation, Effect.flatMap(select(found), (rows) => readRows(operation, rows, networkOf)))
  const findOne = (operation: string, uid: number, lockSuffix: Fragment) =>
    read(
      operation,
      Effect.flatMap(select(sql`uid = ${bindableNumber(uid)}${lockSuffix}`), (rows) => readFirst(operation, rows, networkOf))
    )
  return {
    find: (uid) => findOne("NetworkStore.find", uid, sql.literal("")),
    lock: (uid, hold) => findOne("NetworkStore.lock", uid, hold === "shared" ? dialect.forShare(sql) : dialect.forUpdate(sql)),
    findMany: (uids) => findAll("NetworkStore.findMany", isOneOf(database, "uid", uids)),
    put: (record) => put("NetworkStore.put", Effect.asVoid(sql`${upsert(sql, "agenda_network", "uid", networkCells(record))}`)),
    remove: (uid) => change("NetworkStore.remove", Effect.asVoid(sql`DELETE FROM agenda_network WHERE uid = ${uid}`)),
    scan: (afterUid, limit) => findAll("NetworkStore.scan", sql`uid > ${afterUid} ORDER BY uid ${limitTo(sql, limit)}`)
  }
}
