import type { LocationSetStore } from "@agenda-engine/core/ports/LocationSetStore"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { upsert } from "../database/upsert.js"
import { bindableNumber, limitTo } from "../fragment/bindable.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { locationSetCells, locationSetOf } from "../row/LocationRow.js"

/** `LocationSetStore` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<LocationSetStore> => {
  const { writeUnchecked: change, dialect, writeOrConflict: put, read, sql } = database
  const select = (found: Fragment) => sql`SELECT * FROM agenda_location_set WHERE ${found}`
  const findAll = (operation: string, found: Fragment) =>
    read(operation, Effect.flatMap(select(found), (rows) => readRows(operation, rows, locationSetOf)))
  const findOne = (operation: string, uid: number, lockSuffix: Fragment) =>
    read(
      operation,
      Effect.flatMap(select(sql`uid = ${bindableNumber(uid)}${lockSuffix}`), (rows) => readFirst(operation, rows, locationSetOf))
    )
  return {
    find: (uid) => findOne("LocationSetStore.find", uid, sql.literal("")),
    lock: (uid, hold) => findOne("LocationSetStore.lock", uid, hold === "shared" ? dialect.forShare(sql) : dialect.forUpdate(sql)),
    findMany: (uids) => findAll("LocationSetStore.findMany", isOneOf(database, "uid", uids)),
    put: (record) =>
      put("LocationSetStore.put", Effect.asVoid(sql`${upsert(sql, "agenda_location_set", "uid", locationSetCells(record))}`)),
    remove: (uid) => change("LocationSetStore.remove", Effect.asVoid(sql`DELETE FROM agenda_location_set WHERE uid = ${uid}`)),
    scan: (afterUid, limit) => findAll("LocationSetStore.scan", sql`uid > ${afterUid} ORDER BY uid ${limitTo(sql, limit)}`)
  }
}
