import type { LocationSetStore } from "@agenda-engine/core/ports/LocationSetStore"
import type * as Context from "effect/Context"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { locationSetCells, locationSetOf } from "../row/LocationRow.js"
import { sqlRecords } from "./sqlRecords.js"

/** `LocationSetStore` in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<LocationSetStore> =>
  sqlRecords(database, {
    port: "LocationSetStore",
    table: "agenda_location_set",
    key: "uid",
    cellsOf: locationSetCells,
    recordOf: locationSetOf,
    isOneOf: (column, uids) => isOneOf(database, column, uids)
  })
