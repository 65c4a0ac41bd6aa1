import type { UserStore } from "@agenda-engine/core/ports/UserStore"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { readFirst } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { bindableText } from "../fragment/bindable.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { userCells, userOf } from "../row/AccountRow.js"
import { sqlRecords } from "./sqlRecords.js"

/** `UserStore` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<UserStore> => {
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
