import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { GeocodingQueue } from "@agenda-engine/core/ports/GeocodingQueue"
import type { LocationSetStore } from "@agenda-engine/core/ports/LocationSetStore"
import type { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import type { FormerPosition, LocationAnswer, LocationPlan } from "@agenda-engine/core/query/location/LocationPlan"
import type { GeocodingEntry } from "@agenda-engine/core/record/GeocodingEntry"
import type { LocationIndex, LocationRecord } from "@agenda-engine/core/record/LocationRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Constructor, Fragment, Statement } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { insertPlain, insertRows } from "../database/Change.js"
import type { Dialect } from "../database/Dialect.js"
import { locationWordTable } from "../database/indexTables.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { upsert } from "../database/upsert.js"
import { bindableNumber, bindableText, limitTo } from "../fragment/bindable.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { compileLocationPlan } from "../plan/compileLocationPlan.js"
import { isLongLocationPlan } from "../plan/longPlans.js"
import {
  formerPositionCells,
  formerPositionOf,
  locationCells,
  locationExtIdCells,
  locationExtIdColumns,
  locationOf,
  locationSetCells,
  locationSetOf
} from "../row/LocationRow.js"
import { putPlace } from "../write/searchRows.js"
import { sqlRecords } from "./sqlRecords.js"

/** Expired positions deleted with each insert. */
const removed_max = 100

/**
 * `LocationStore.addFormerPosition`. Skips expired rows that another writer has locked, so that writers do not wait for
 * each other.
 */
const addFormerPosition = (
  { dialect, sql }: SqlDatabase,
  position: FormerPosition,
  retainedSince: number
): Effect.Effect<void, SqlError> =>
  Effect.zipRight(
    insertPlain(sql, "agenda_former_position", [formerPositionCells(position)]),
    sql`DELETE FROM agenda_former_position WHERE id IN (SELECT id FROM agenda_former_position WHERE left_at < ${retainedSince} ORDER BY left_at ${
      limitTo(sql, removed_max)
    }${dialect.forUpdateSkipLocked(sql)})`
  )

const findFormerPositions = (
  database: SqlDatabase,
  uids: ReadonlyArray<number>,
  since: number,
  limit: number
): Effect.Effect<ReadonlyArray<FormerPosition>, SqlError | StoreError> =>
  Effect.flatMap(
    database.sql`SELECT * FROM agenda_former_position WHERE ${
      isOneOf(database, "location_uid", uids)
    } AND left_at >= ${since} ORDER BY left_at DESC, id DESC ${limitTo(database.sql, limit)}`,
    (rows) => readRows("LocationStore.formerPositions", rows, formerPositionOf)
  )

const locationWordColumns = { word: "text", location_uid: "integer" } as const

/** The words of a location, as in `locationWordTable`. */
interface LocationWords {
  readonly locationUid: number
  readonly words: ReadonlyArray<string>
}

const insertLocationWords = (
  sql: Constructor,
  dialect: Dialect,
  locations: ReadonlyArray<LocationWords>
): Statement<Row> =>
  insertRows(sql, dialect, {
    table: locationWordTable,
    columns: locationWordColumns,
    rows: locations.flatMap(({ locationUid, words }) => words.map((word) => ({ word, location_uid: locationUid })))
  })

const searchLocations = (database: SqlDatabase, plan: LocationPlan): Effect.Effect<LocationAnswer, SqlError | StoreError> =>
  Effect.gen(function*() {
    const operation = "LocationStore.search"
    const compiled = compileLocationPlan(database, plan)
    const total = (yield* readFirst(operation, yield* compiled.count, (row) => Cell.integer(row, "total"))) ?? 0
    if (plan.limit === 0 || total === 0) return { locations: [], total, more: false }
    const found = yield* readRows(operation, yield* compiled.page(plan.limit + 1), locationOf)
    return { locations: found.slice(0, plan.limit), total, more: found.length > plan.limit }
  })

const dependents = ["agenda_location_ext_id", locationWordTable] as const

const putLocation = (
  database: SqlDatabase,
  record: LocationRecord,
  index: LocationIndex
): Effect.Effect<void, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { dialect, sql } = database
    const { uid } = record
    const operation = "LocationStore.put"
    const before = yield* readFirst(
      operation,
      yield* sql`SELECT event_search_text FROM agenda_location WHERE uid = ${uid}${dialect.forUpdate(sql)}`,
      (row) => Cell.text(row, "event_search_text")
    )
    const stored = yield* sql`${
      upsert(sql, "agenda_location", "uid", locationCells(record, index))
    } WHERE agenda_location.agenda_uid = excluded.agenda_uid RETURNING uid`
    if (stored.length === 0) {
      const cause = new Error(`location ${uid} is of another agenda`)
      return yield* new StoreError({ reason: "Conflict", operation, cause })
    }
    for (const table of dependents) yield* sql`DELETE FROM ${sql(table)} WHERE location_uid = ${uid}`
    if (index.words.length > 0) yield* insertLocationWords(sql, dialect, [{ locationUid: uid, words: index.words }])
    const extIds = locationExtIdCells(record, index)
    if (extIds.length > 0) yield* insertRows(sql, dialect, { table: "agenda_location_ext_id", columns: locationExtIdColumns, rows: extIds })
    if (before !== index.place) yield* putPlace(database, operation, uid, index.place)
  })

const removeLocation = ({ sql }: SqlDatabase, uid: number): Effect.Effect<void, SqlError> =>
  Effect.gen(function*() {
    for (const table of dependents) yield* sql`DELETE FROM ${sql(table)} WHERE location_uid = ${uid}`
    yield* sql`DELETE FROM agenda_location WHERE uid = ${uid}`
  })

/** `LocationStore` in an SQL database. */
export const makeLocationStore = (database: SqlDatabase): Context.Tag.Service<LocationStore> => {
  const { writeUnchecked: change, dialect, longSnapshot, writeOrConflict: put, read, snapshot, sql } = database
  const findAll = (operation: string, found: Fragment) =>
    read(
      operation,
      Effect.flatMap(sql`SELECT * FROM agenda_location l WHERE ${found}`, (rows) => readRows(operation, rows, locationOf))
    )
  const findOne = (operation: string, uid: number, lockSuffix: Fragment) =>
    Effect.map(findAll(operation, sql`l.uid = ${bindableNumber(uid)}${lockSuffix}`), ([location]) => location ?? null)
  return {
    find: (uid) => findOne("LocationStore.find", uid, sql.literal("")),
    findMany: (uids) => findAll("LocationStore.findMany", isOneOf(database, "l.uid", uids)),
    findByExtId: (agendaUid, setUid, { key, value }) => {
      const isNamed = sql`x.ext_key = ${bindableText(key)} AND x.ext_value = ${bindableText(value)}`
      const named = sql`SELECT x.location_uid FROM agenda_location_ext_id x WHERE x.agenda_uid = ${agendaUid} AND ${isNamed}`
      const shared = sql` UNION ALL SELECT x.location_uid FROM agenda_location_ext_id x WHERE x.set_uid = ${setUid} AND ${isNamed}`
      return Effect.map(
        findAll("LocationStore.findByExtId", sql`l.uid IN (${named}${setUid === null ? sql.literal("") : shared})`),
        (found) => found.find((location) => location.agendaUid === agendaUid) ?? found[0] ?? null
      )
    },
    lock: (uid, hold) => findOne("LocationStore.lock", uid, hold === "shared" ? dialect.forShare(sql) : dialect.forUpdate(sql)),
    search: (plan) => (isLongLocationPlan(plan) ? longSnapshot : snapshot)("LocationStore.search", searchLocations(database, plan)),
    put: (record, index) => put("LocationStore.put", putLocation(database, record, index)),
    remove: (uid) => change("LocationStore.remove", removeLocation(database, uid)),
    move: (uid, agendaUid) =>
      put(
        "LocationStore.move",
        Effect.gen(function*() {
          yield* sql`UPDATE agenda_location_ext_id SET agenda_uid = ${agendaUid} WHERE location_uid = ${uid}`
          yield* sql`UPDATE agenda_location SET agenda_uid = ${agendaUid} WHERE uid = ${uid}`
        })
      ),
    addFormerPosition: (position, retainedSince) =>
      change("LocationStore.addFormerPosition", addFormerPosition(database, position, retainedSince)),
    formerPositions: (uids, since, limit) => read("LocationStore.formerPositions", findFormerPositions(database, uids, since, limit)),
    countOfSet: (setUid) =>
      read(
        "LocationStore.countOfSet",
        Effect.flatMap(
          sql`SELECT count(*) AS locations FROM agenda_location WHERE set_uid = ${setUid}`,
          (rows) => Effect.map(readFirst("LocationStore.countOfSet", rows, (row) => Cell.integer(row, "locations")), (count) => count ?? 0)
        )
      ),
    scan: (agendaUid, afterUid, limit) =>
      findAll("LocationStore.scan", sql`l.agenda_uid = ${agendaUid} AND l.uid > ${afterUid} ORDER BY l.uid ${limitTo(sql, limit)}`)
  }
}

/** `LocationSetStore` in an SQL database. */
export const makeLocationSetStore = (database: SqlDatabase): Context.Tag.Service<LocationSetStore> =>
  sqlRecords(database, {
    port: "LocationSetStore",
    table: "agenda_location_set",
    key: "uid",
    cellsOf: locationSetCells,
    recordOf: locationSetOf,
    isOneOf: (column, uids) => isOneOf(database, column, uids)
  })

const entryOf = (row: Row): GeocodingEntry => ({
  locationUid: Cell.integer(row, "location_uid"),
  attempts: Cell.integer(row, "attempts"),
  dueAt: Cell.integer(row, "due_at")
})

/** Key of the only row of `agenda_geocoding_turn`. */
const turnId = 1

/** `GeocodingQueue` in an SQL database. An entry of a removed location stays until it is due. */
export const makeGeocodingQueue = (
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
