import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Statement } from "@effect/sql/Statement"
import type { Dialect } from "./Dialect.js"
import type { Insertion } from "./Insertion.js"
import { cellsOf, insertText } from "./insertPlain.js"
import { insertRows } from "./insertRows.js"

/** A statement that writes, or rows to insert. */
export type Change = Statement<Row> | Insertion

/** The text of a statement and its bind values. */
export type Compiled = readonly [text: string, parameters: ReadonlyArray<unknown>]

/** A change as one statement. */
export const statementOf = (sql: Constructor, dialect: Dialect, change: Change): Statement<Row> =>
  "table" in change ? insertRows(sql, dialect, change) : change

/** A change as statements that insert one row each. */
export const compiledOf = (sql: Constructor, change: Change): ReadonlyArray<Compiled> => {
  if (!("table" in change)) return [change.compile()]
  const columns = Object.keys(change.columns)
  const text = insertText(sql, change.table, columns, 1)
  return change.rows.map((row): Compiled => [text, cellsOf(row, columns)])
}
