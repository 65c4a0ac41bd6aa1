import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Statement } from "@effect/sql/Statement"
import type { Cells } from "./upsert.js"

/** Compiled texts of `INSERT`s, by table, number of rows and columns. */
const texts = new WeakMap<Constructor, Map<string, string>>()

/**
 * Text of an `INSERT` of `rows` rows with these columns, one bind value per cell. It is cached, because compiling it
 * takes as long as running it.
 */
export const insertText = (sql: Constructor, table: string, columns: ReadonlyArray<string>, rows: number): string => {
  const byShape = texts.get(sql) ?? new Map<string, string>()
  texts.set(sql, byShape)
  const shape = `${table} ${rows} ${columns.join(" ")}`
  const cached = byShape.get(shape)
  if (cached !== undefined) return cached
  const blank = Object.fromEntries(columns.map((column) => [column, null]))
  const [text] = sql`INSERT INTO ${sql(table)} ${sql.insert(Array.from({ length: rows }, () => blank))}`.compile()
  byShape.set(shape, text)
  return text
}

/** The cells of a row, in the order of these columns. A missing cell is null. */
export const cellsOf = (row: Cells, columns: ReadonlyArray<string>): ReadonlyArray<number | string | null> =>
  columns.map((column) => row[column] ?? null)

/**
 * Inserts a few rows with one bind value per cell. `columns` defaults to those of the first row; a missing cell is
 * null.
 */
export const insertPlain = (
  sql: Constructor,
  table: string,
  rows: ReadonlyArray<Cells>,
  columns: ReadonlyArray<string> = Object.keys(rows[0] ?? {})
): Statement<Row> => sql.unsafe<Row>(insertText(sql, table, columns, rows.length), rows.flatMap((row) => cellsOf(row, columns)))
