import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Change } from "./Change.js"
import type { Insertion } from "./Insertion.js"
import type { Words } from "./isOneOf.js"
import type { Cells } from "./upsert.js"

/** The rows of a table, by its column `event_uid`, that are made from an event: all that there are of it. */
export type DerivedRows = Insertion

/** A cell as all drivers hand it over: Postgres' has 64-bit integers as text. A column holds one type, so equal texts are equal cells. */
const textOf = (cell: unknown): string | null => {
  if (cell === null || typeof cell === "string") return cell
  return typeof cell === "number" ? `${cell}` : JSON.stringify(cell)
}

/** The cells that a row has otherwise. */
export const cellsThatDiffer = (row: Row, cells: Cells): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([column, cell]) => textOf(row[column]) !== textOf(cell)))

const isSame = (stored: ReadonlyArray<Row>, { columns, rows }: DerivedRows): boolean => {
  if (stored.length !== rows.length) return false
  const names = Object.keys(columns)
  const textsOf = (all: ReadonlyArray<Row | Cells>): string =>
    JSON.stringify(all.map((row) => JSON.stringify(names.map((name) => textOf(row[name])))).sort())
  return textsOf(stored) === textsOf(rows)
}

/** What stores rows of an event that has none. */
export const insertDerived = (derived: DerivedRows): ReadonlyArray<Change> => derived.rows.length === 0 ? [] : [derived]

/**
 * What stores rows of an event in the place of those that there are: nothing, if they are the same. A row that is written again makes several
 * pages of indexes be written that stay as they were.
 */
export const replaceDerived = (
  { sql }: Words,
  eventUid: number,
  derived: DerivedRows
): Effect.Effect<ReadonlyArray<Change>, SqlError> => {
  const names = sql.literal(Object.keys(derived.columns).join(", "))
  return Effect.map(sql`SELECT ${names} FROM ${sql(derived.table)} WHERE event_uid = ${eventUid}`, (stored) => {
    if (isSame(stored, derived)) return []
    const removing = stored.length === 0 ? [] : [sql`DELETE FROM ${sql(derived.table)} WHERE event_uid = ${eventUid}`]
    return [...removing, ...insertDerived(derived)]
  })
}
