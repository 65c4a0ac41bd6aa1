import type { UserStore } from "@agenda-engine/core/ports/UserStore"
import type { UserRecord } from "@agenda-engine/core/record/MemberRecord"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { upsert } from "../database/upsert.js"
import { bindableNumber, bindableText, limitTo } from "../fragment/bindable.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { userCells, userOf } from "../row/AccountRow.js"

/** `UserStore` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<UserStore> => {
  const { writeUnchecked: change, dialect, writeOrConflict: put, read, sql } = database
  const findOne = (operation: string, found: Fragment) =>
    read(operation, Effect.flatMap(sql`SELECT * FROM agenda_user WHERE ${found}`, (rows) => readFirst<UserRecord>(operation, rows, userOf)))
  return {
    find: (uid) => findOne("UserStore.find", sql`uid = ${bindableNumber(uid)}`),
    lock: (uid) => findOne("UserStore.lock", sql`uid = ${bindableNumber(uid)}${dialect.forUpdate(sql)}`),
    findMany: (uids) =>
      read(
        "UserStore.findMany",
        Effect.flatMap(
          sql`SELECT * FROM agenda_user WHERE ${isOneOf(database, "uid", uids)}`,
          (rows) => readRows("UserStore.findMany", rows, userOf)
        )
      ),
    findByEmail: (email) => findOne("UserStore.findByEmail", sql`email = ${bindableText(email)}`),
    findByHostId: (hostId) => findOne("UserStore.findByHostId", sql`host_id = ${bindableText(hostId)}`),
    put: (record) => put("UserStore.put", Effect.asVoid(sql`${upsert(sql, "agenda_user", "uid", userCells(record))}`)),
    remove: (uid) => change("UserStore.remove", Effect.asVoid(sql`DELETE FROM agenda_user WHERE uid = ${uid}`)),
    scan: (afterUid, limit) =>
      read(
        "UserStore.scan",
        Effect.flatMap(
          sql`SELECT * FROM agenda_user WHERE uid > ${afterUid} ORDER BY uid ${limitTo(sql, limit)}`,
          (rows) => readRows("UserStore.scan", rows, userOf)
        )
      )
  }
}
