import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Change, Insertion } from "../database/Change.js"
import type { Cells } from "../database/upsert.js"
import type { SqlContext } from "../fragment/isOneOf.js"

/** All rows of a table that are derived from one event, found by the column `event_uid`. */
export type DerivedRows = Insertion

/**
 * A cell in a form that compares equal across drivers: the Postgres driver returns 64-bit integers as text. A column
 * has one type, so equal texts are equal cells.
 */
const textOf = (cell: unknown): string | null => {
  if (cell === null || typeof cell === "string") return cell
  return typeof cell === "number" ? `${cell}` : JSON.stringify(cell)
}

/** The cells that differ from those of a stored row. */
export const cellsThatDiffer = (row: Row, cells: Cells): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([column, cell]) => textOf(row[column]) !== textOf(cell)))

const areEqual = (stored: ReadonlyArray<Row>, { columns, rows }: DerivedRows): boolean => {
  if (stored.length !== rows.length) return false
  const names = Object.keys(columns)
  const textsOf = (all: ReadonlyArray<Row | Cells>): string =>
    JSON.stringify(all.map((row) => JSON.stringify(names.map((name) => textOf(row[name])))).sort())
  return textsOf(stored) === textsOf(rows)
}

/** The changes that insert the derived rows of a new event. */
export const insertDerived = (derived: DerivedRows): ReadonlyArray<Change> => derived.rows.length === 0 ? [] : [derived]

/**
 * The changes that replace the derived rows of an event; none when they are equal, because rewriting a row dirties
 * several index pages.
 */
export const replaceDerived = (
  { sql }: SqlContext,
  eventUid: number,
  derived: DerivedRows
): Effect.Effect<ReadonlyArray<Change>, SqlError> => {
  const names = sql.literal(Object.keys(derived.columns).join(", "))
  return Effect.map(sql`SELECT ${names} FROM ${sql(derived.table)} WHERE event_uid = ${eventUid}`, (stored) => {
    if (areEqual(stored, derived)) return []
    const removing = stored.length === 0 ? [] : [sql`DELETE FROM ${sql(derived.table)} WHERE event_uid = ${eventUid}`]
    return [...removing, ...insertDerived(derived)]
  })
}
