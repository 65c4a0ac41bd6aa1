import type { Row } from "@effect/sql/SqlConnection"
import type { Statement } from "@effect/sql/Statement"
import type { Change, Insertion } from "../database/Change.js"
import type { EventKey } from "../database/Dialect.js"
import type { Cells } from "../database/upsert.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import { isDerivedFrom } from "../fragment/ofEvent.js"

/** All rows of a table that are derived from one event, found by the column `event_uid`. */
export interface DerivedRows extends Insertion {
  /** The columns that tell rows of one event apart. */
  readonly key: ReadonlyArray<string>
}

/** Rows of an event that are removed one by one at most; more of them are all replaced. */
const removedRows_max = 100

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

/** The changes that insert the derived rows of a new event. */
export const insertDerived = (derived: DerivedRows): ReadonlyArray<Change> => derived.rows.length === 0 ? [] : [derived]

/** The rows of one list that another one has not, cell by cell in these columns. */
const rowsMissingIn = <A extends Row | Cells>(
  names: ReadonlyArray<string>,
  rows: ReadonlyArray<A>,
  others: ReadonlyArray<Row | Cells>
): ReadonlyArray<A> => {
  const rowText = (row: Row | Cells): string => JSON.stringify(names.map((name) => textOf(row[name])))
  const known = new Set(others.map(rowText))
  return rows.filter((row) => !known.has(rowText(row)))
}

/** The `SELECT` of the stored rows of an event. */
export const storedRows = (context: SqlContext, event: EventKey, { columns, table }: DerivedRows): Statement<Row> =>
  context.sql`SELECT ${context.sql.literal(Object.keys(columns).join(", "))} FROM ${context.sql(table)} WHERE ${
    isDerivedFrom(context, event)
  }`

/**
 * The changes that make the stored rows of an event those that are given. Only rows that differ are written, because
 * each dirties a page of every index.
 */
export const replaceDerived = (
  context: SqlContext,
  event: EventKey,
  derived: DerivedRows,
  stored: ReadonlyArray<Row>
): ReadonlyArray<Change> => {
  const { sql } = context
  const names = Object.keys(derived.columns)
  const table = sql(derived.table)
  const removed = rowsMissingIn(names, stored, derived.rows)
  const added = insertDerived({ ...derived, rows: rowsMissingIn(names, derived.rows, stored) })
  if (removed.length === 0) return added
  const isAll = removed.length === stored.length || removed.length > removedRows_max
  if (isAll) return [sql`DELETE FROM ${table} WHERE ${isDerivedFrom(context, event)}`, ...insertDerived(derived)]
  const isRemoved = sql.or(removed.map((row) => sql.and(derived.key.map((name) => sql`${sql(name)} = ${row[name]}`))))
  return [sql`DELETE FROM ${table} WHERE ${isDerivedFrom(context, event)} AND ${isRemoved}`, ...added]
}
