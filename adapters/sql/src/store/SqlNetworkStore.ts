import type { NetworkStore } from "@agenda-engine/core/ports/NetworkStore"
import type * as Context from "effect/Context"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { networkCells, networkOf } from "../row/AgendaRow.js"
import { sqlRecords } from "./sqlRecords.js"

/** `NetworkStore` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<NetworkStore> =>
  sqlRecords(database, {
    port: "NetworkStore",
    table: "agenda_network",
    key: "uid",
    cellsOf: networkCells,
    recordOf: networkOf,
    isOneOf: (column, uids) => isOneOf(database, column, uids)
  })
