import type { RecordStore } from "@agenda-engine/core/ports/RecordStore"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import { readFirst, readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { type Cells, upsert } from "../database/upsert.js"
import { limitTo } from "../fragment/bindable.js"

/** A table that holds the records of a store. */
export interface RecordTable<Record, Key> {
  /** Name of the port, for errors and traces. */
  readonly port: string
  readonly table: string
  /** The column of the key. */
  readonly key: string
  readonly cellsOf: (record: Record) => Cells
  readonly recordOf: (row: Row) => Record
  /** Whether a column has one of these keys. */
  readonly isOneOf: (column: string, keys: ReadonlyArray<Key>) => Fragment
}

/** The members of `RecordStore` over a table. */
export const sqlRecords = <Record, Key extends number | string>(
  { dialect, read, sql, writeOrConflict: put, writeUnchecked: change }: SqlDatabase,
  { cellsOf, isOneOf, key: column, port, recordOf, table }: RecordTable<Record, Key>
): RecordStore<Record, Key> => {
  const key = sql.literal(column)
  const select = (found: Fragment) => sql`SELECT * FROM ${sql.literal(table)} WHERE ${found}`
  const findOne = (operation: string, found: Fragment) =>
    read(operation, Effect.flatMap(select(found), (rows) => readFirst(operation, rows, recordOf)))
  const isKey = (wanted: Key) => isOneOf(column, [wanted])
  const findAll = (operation: string, found: Fragment) =>
    read(operation, Effect.flatMap(select(found), (rows) => readRows(operation, rows, recordOf)))
  return {
    find: (wanted) => findOne(`${port}.find`, isKey(wanted)),
    findMany: (wanted) => findAll(`${port}.findMany`, isOneOf(column, wanted)),
    lock: (wanted, mode) =>
      findOne(`${port}.lock`, sql`${isKey(wanted)}${mode === "shared" ? dialect.forShare(sql) : dialect.forUpdate(sql)}`),
    put: (record) => put(`${port}.put`, Effect.asVoid(sql`${upsert(sql, table, column, cellsOf(record))}`)),
    remove: (removed) => change(`${port}.remove`, Effect.asVoid(sql`DELETE FROM ${sql.literal(table)} WHERE ${isKey(removed)}`)),
    scan: (after, limit) => findAll(`${port}.scan`, sql`${key} > ${after} ORDER BY ${key} ${limitTo(sql, limit)}`)
  }
}
