import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Statement } from "@effect/sql/Statement"
import type { Cells } from "./upsert.js"

/** The texts of a database's inserts, by table, number of rows and columns. */
const texts = new WeakMap<Constructor, Map<string, string>>()

/** An `INSERT` of so many rows with these columns, whose parameters are their cells. Made once, since making it takes as long as running it. */
export const insertText = (sql: Constructor, table: string, columns: ReadonlyArray<string>, rows: number): string => {
  const known = texts.get(sql) ?? new Map<string, string>()
  texts.set(sql, known)
  const shape = `${table} ${rows} ${columns.join(" ")}`
  const before = known.get(shape)
  if (before !== undefined) return before
  const blank = Object.fromEntries(columns.map((column) => [column, null]))
  const [text] = sql`INSERT INTO ${sql(table)} ${sql.insert(Array.from({ length: rows }, () => blank))}`.compile()
  known.set(shape, text)
  return text
}

/** The cells of a row in the order of these columns. One that it leaves out is null. */
export const cellsOf = (row: Cells, columns: ReadonlyArray<string>): ReadonlyArray<number | string | null> =>
  columns.map((column) => row[column] ?? null)

/**
 * Inserts a few rows, each with a parameter for every cell of these columns, those of the first row unless they are given; a cell that a row
 * leaves out is null.
 */
export const insertPlain = (
  sql: Constructor,
  table: string,
  rows: ReadonlyArray<Cells>,
  columns: ReadonlyArray<string> = Object.keys(rows[0] ?? {})
): Statement<Row> => sql.unsafe<Row>(insertText(sql, table, columns, rows.length), rows.flatMap((row) => cellsOf(row, columns)))
