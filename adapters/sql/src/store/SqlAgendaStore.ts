import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import type { NetworkStore } from "@agenda-engine/core/ports/NetworkStore"
import type { AgendaAnswer, AgendaPlan } from "@agenda-engine/core/query/agenda/AgendaPlan"
import type { AgendaRecord, NetworkRecord } from "@agenda-engine/core/record/AgendaRecord"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { insertRows } from "../database/Change.js"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { type Cells, upsert } from "../database/upsert.js"
import { bindableNumber, bindableText, limitTo } from "../fragment/bindable.js"
import { isOneOf } from "../fragment/isOneOf.js"
import { compileAgendaPlan } from "../plan/compileAgendaPlan.js"
import { isLongAgendaPlan } from "../plan/longPlans.js"
import { sqlRecords } from "./sqlRecords.js"

const agendaCells = (record: AgendaRecord): Cells => ({
  uid: record.uid,
  slug: record.slug,
  title: record.title,
  title_folded: record.titleFolded,
  description: record.description,
  image: record.image,
  url: record.url,
  is_official: Cell.flagCell(record.official),
  is_private: Cell.flagCell(record.private),
  is_indexed: Cell.flagCell(record.indexed),
  network_uid: record.networkUid,
  location_set_uid: record.locationSetUid,
  settings: record.settings,
  fields: record.fields,
  created_at: record.createdAt,
  updated_at: record.updatedAt,
  officialized_at: record.officializedAt
})

const agendaOf = (row: Row): AgendaRecord => ({
  uid: Cell.integer(row, "uid"),
  slug: Cell.text(row, "slug"),
  title: Cell.text(row, "title"),
  titleFolded: Cell.text(row, "title_folded"),
  description: Cell.text(row, "description"),
  image: Cell.textOrNull(row, "image"),
  url: Cell.textOrNull(row, "url"),
  official: Cell.flag(row, "is_official"),
  private: Cell.flag(row, "is_private"),
  indexed: Cell.flag(row, "is_indexed"),
  networkUid: Cell.integerOrNull(row, "network_uid"),
  locationSetUid: Cell.integerOrNull(row, "location_set_uid"),
  settings: Cell.text(row, "settings"),
  fields: Cell.text(row, "fields"),
  createdAt: Cell.integer(row, "created_at"),
  updatedAt: Cell.integer(row, "updated_at"),
  officializedAt: Cell.integerOrNull(row, "officialized_at")
})

const networkCells = (record: NetworkRecord): Cells => ({
  uid: record.uid,
  title: record.title,
  fields: record.fields,
  synonyms: record.synonyms,
  created_at: record.createdAt,
  updated_at: record.updatedAt
})

const networkOf = (row: Row): NetworkRecord => ({
  uid: Cell.integer(row, "uid"),
  title: Cell.text(row, "title"),
  fields: Cell.text(row, "fields"),
  synonyms: Cell.text(row, "synonyms"),
  createdAt: Cell.integer(row, "created_at"),
  updatedAt: Cell.integer(row, "updated_at")
})

const wordColumns = { word: "text", agenda_uid: "integer" } as const

const keyedOf = (row: Row) => ({ agenda: agendaOf(row), key: Cell.integer(row, "key") })

const searchAgendas = (database: SqlDatabase, plan: AgendaPlan): Effect.Effect<AgendaAnswer, SqlError | StoreError> =>
  Effect.gen(function*() {
    const operation = "AgendaStore.search"
    const compiled = compileAgendaPlan(database, plan)
    const total = (yield* readFirst(operation, yield* compiled.count, (row) => Cell.integer(row, "total"))) ?? 0
    if (plan.limit === 0 || total === 0) return { agendas: [], total, more: false }
    const found = yield* readRows(operation, yield* compiled.page(plan.limit + 1), keyedOf)
    return { agendas: found.slice(0, plan.limit), total, more: found.length > plan.limit }
  })

const putAgenda = ({ dialect, sql }: SqlDatabase, record: AgendaRecord): Effect.Effect<void, SqlError> =>
  Effect.gen(function*() {
    const words = [...new Set(record.titleFolded.split(" "))].map((word) => ({ word, agenda_uid: record.uid }))
    yield* sql`${upsert(sql, "agenda", "uid", agendaCells(record))}`
    yield* sql`INSERT INTO agenda_clock ${sql.insert({ agenda_uid: record.uid, changed_at: 0 })} ON CONFLICT (agenda_uid) DO NOTHING`
    yield* sql`DELETE FROM agenda_title_word WHERE agenda_uid = ${record.uid}`
    if (words.length > 0) yield* insertRows(sql, dialect, { table: "agenda_title_word", columns: wordColumns, rows: words })
  })

/** `AgendaStore` in an SQL database. */
export const makeAgendaStore = (database: SqlDatabase): Context.Tag.Service<AgendaStore> => {
  const { writeUnchecked: change, dialect, longSnapshot, writeOrConflict: put, read, snapshot, sql } = database
  const select = (found: Fragment) => sql`SELECT * FROM agenda WHERE ${found}`
  return {
    find: (ref) =>
      read(
        "AgendaStore.find",
        Effect.flatMap(
          select(ref._tag === "Uid" ? sql`uid = ${bindableNumber(ref.uid)}` : sql`slug = ${bindableText(ref.slug)}`),
          (rows) => readFirst("AgendaStore.find", rows, agendaOf)
        )
      ),
    findMany: (uids) =>
      read(
        "AgendaStore.findMany",
        Effect.flatMap(select(isOneOf(database, "uid", uids)), (rows) => readRows("AgendaStore.findMany", rows, agendaOf))
      ),
    search: (plan) => (isLongAgendaPlan(plan) ? longSnapshot : snapshot)("AgendaStore.search", searchAgendas(database, plan)),
    countAdded: (uids, within) =>
      read(
        "AgendaStore.countAdded",
        Effect.flatMap(
          sql`SELECT e.agenda_uid, count(*) AS events FROM agenda_event e WHERE ${
            isOneOf(database, "e.agenda_uid", uids)
          } AND e.state = 2 AND e.published_at >= ${within.gte} AND e.published_at <= ${within.lte} GROUP BY e.agenda_uid`,
          (rows) =>
            readRows(
              "AgendaStore.countAdded",
              rows,
              (row) => ({ uid: Cell.integer(row, "agenda_uid"), count: Cell.integer(row, "events") })
            )
        )
      ),
    put: (record) => put("AgendaStore.put", putAgenda(database, record)),
    remove: (uid) =>
      change(
        "AgendaStore.remove",
        Effect.gen(function*() {
          yield* sql`DELETE FROM agenda_title_word WHERE agenda_uid = ${uid}`
          yield* sql`DELETE FROM agenda_clock WHERE agenda_uid = ${uid}`
          yield* sql`DELETE FROM agenda WHERE uid = ${uid}`
          yield* sql`INSERT INTO agenda_removal ${sql.insert({ agenda_uid: uid })} ON CONFLICT (agenda_uid) DO NOTHING`
        })
      ),
    scan: (afterUid, limit) =>
      read(
        "AgendaStore.scan",
        Effect.flatMap(select(sql`uid > ${afterUid} ORDER BY uid ${limitTo(sql, limit)}`), (rows) =>
          readRows("AgendaStore.scan", rows, agendaOf))
      ),
    uidsIn: (group) =>
      read(
        "AgendaStore.uidsIn",
        Effect.flatMap(
          sql`SELECT uid FROM agenda WHERE ${
            "networkUid" in group ? sql`network_uid = ${group.networkUid}` : sql`location_set_uid = ${group.locationSetUid}`
          } ORDER BY uid`,
          (rows) => readRows("AgendaStore.uidsIn", rows, (row) => Cell.integer(row, "uid"))
        )
      ),
    lock: (uid) =>
      change(
        "AgendaStore.lock",
        Effect.flatMap(
          sql`SELECT changed_at FROM agenda_clock WHERE agenda_uid = ${bindableNumber(uid)}${dialect.forUpdate(sql)}`,
          (rows) => readFirst("AgendaStore.lock", rows, (row) => ({ changedAt: Cell.integer(row, "changed_at") }))
        )
      ),
    setClock: (uid, { changedAt }) =>
      change("AgendaStore.setClock", database.runBatch([sql`UPDATE agenda_clock SET changed_at = ${changedAt} WHERE agenda_uid = ${uid}`]))
  }
}

/** `NetworkStore` in an SQL database. */
export const makeNetworkStore = (database: SqlDatabase): Context.Tag.Service<NetworkStore> =>
  sqlRecords(database, {
    port: "NetworkStore",
    table: "agenda_network",
    key: "uid",
    cellsOf: networkCells,
    recordOf: networkOf,
    isOneOf: (column, uids) => isOneOf(database, column, uids)
  })
