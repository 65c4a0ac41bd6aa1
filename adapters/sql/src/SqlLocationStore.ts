import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import type { LocationAnswer, LocationPlan } from "@agenda-engine/core/query/LocationPlan"
import type { SqlError } from "@effect/sql/SqlError"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "./Cell.js"
import { compileLocationPlan } from "./compileLocationPlan.js"
import { readFirst, readRows } from "./readRows.js"
import { locationCells, locationOf } from "./row/LocationRow.js"
import { soughtNumber } from "./Sought.js"
import type { SqlDatabase } from "./SqlDatabase.js"
import { upsert } from "./upsert.js"

const searchLocations = (database: SqlDatabase, plan: LocationPlan): Effect.Effect<LocationAnswer, SqlError | StoreError> =>
  Effect.gen(function*() {
    const operation = "LocationStore.search"
    const compiled = compileLocationPlan(database, plan)
    const total = (yield* readFirst(operation, yield* compiled.count, (row) => Cell.integer(row, "total"))) ?? 0
    if (plan.limit === 0 || total === 0) return { locations: [], total, more: false }
    const found = yield* readRows(operation, yield* compiled.page(plan.limit + 1), locationOf)
    return { locations: found.slice(0, plan.limit), total, more: found.length > plan.limit }
  })

/** Locations in an SQL database. */
export const make = (database: SqlDatabase): Context.Tag.Service<LocationStore> => {
  const { put, read, snapshot, sql } = database
  return {
    find: (uid) =>
      read(
        "LocationStore.find",
        Effect.flatMap(
          sql`SELECT * FROM agenda_location WHERE uid = ${soughtNumber(uid)}`,
          (rows) => readFirst("LocationStore.find", rows, locationOf)
        )
      ),
    search: (plan) => snapshot("LocationStore.search", searchLocations(database, plan)),
    put: (record, index) =>
      put("LocationStore.put", Effect.asVoid(sql`${upsert(sql, "agenda_location", "uid", locationCells(record, index))}`)),
    scan: (agendaUid, afterUid, limit) =>
      read(
        "LocationStore.scan",
        Effect.flatMap(
          sql`SELECT * FROM agenda_location WHERE agenda_uid = ${agendaUid} AND uid > ${afterUid} ORDER BY uid LIMIT ${limit}`,
          (rows) => readRows("LocationStore.scan", rows, locationOf)
        )
      )
  }
}
