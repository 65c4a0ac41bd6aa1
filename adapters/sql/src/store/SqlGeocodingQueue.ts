import type { GeocodingQueue } from "@agenda-engine/core/ports/GeocodingQueue"
import type { GeocodingEntry } from "@agenda-engine/core/record/GeocodingEntry"
import type { Row } from "@effect/sql/SqlConnection"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { upsert } from "../database/upsert.js"
import { bindableNumber, limitTo } from "../fragment/bindable.js"

const entryOf = (row: Row): GeocodingEntry => ({
  locationUid: Cell.integer(row, "location_uid"),
  attempts: Cell.integer(row, "attempts"),
  dueAt: Cell.integer(row, "due_at")
})

/** Key of the only row of `agenda_geocoding_turn`. */
const turnId = 1

/** `GeocodingQueue` in an SQL database. An entry of a removed location stays until it is due. */
export const make = (
  { dialect, read, sql, writeUnchecked: change }: SqlDatabase
): Context.Tag.Service<GeocodingQueue> => ({
  put: ({ attempts, dueAt, locationUid }) =>
    change(
      "GeocodingQueue.put",
      Effect.asVoid(upsert(sql, "agenda_geocoding", "location_uid", { location_uid: locationUid, attempts, due_at: dueAt }))
    ),
  due: (now, limit) =>
    read(
      "GeocodingQueue.due",
      Effect.flatMap(
        sql`SELECT * FROM agenda_geocoding WHERE due_at <= ${bindableNumber(now)} ORDER BY due_at, location_uid ${limitTo(sql, limit)}`,
        (rows) => readRows("GeocodingQueue.due", rows, entryOf)
      )
    ),
  remove: (locationUid) =>
    change("GeocodingQueue.remove", Effect.asVoid(sql`DELETE FROM agenda_geocoding WHERE location_uid = ${bindableNumber(locationUid)}`)),
  lockTurn: change(
    "GeocodingQueue.lockTurn",
    Effect.gen(function*() {
      yield* sql`INSERT INTO agenda_geocoding_turn (id, at) VALUES (${turnId}, 0) ON CONFLICT (id) DO NOTHING`
      const rows = yield* sql`SELECT at FROM agenda_geocoding_turn WHERE id = ${turnId}${dialect.forUpdate(sql)}`
      return (yield* readFirst("GeocodingQueue.lockTurn", rows, (row) => Cell.integer(row, "at"))) ?? 0
    })
  ),
  putTurn: (at) => change("GeocodingQueue.putTurn", Effect.asVoid(upsert(sql, "agenda_geocoding_turn", "id", { id: turnId, at })))
})
