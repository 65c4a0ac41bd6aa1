import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Statement } from "@effect/sql/Statement"
import type { CellType, Dialect } from "./Dialect.js"
import type { Cells } from "./upsert.js"

/** Rows to insert into a table. A missing cell is null. */
export interface Insertion {
  readonly table: string
  readonly columns: { readonly [name: string]: CellType }
  readonly rows: ReadonlyArray<Cells>
}

/** Compiled texts of `INSERT`s, by table, number of rows and columns. */
const texts = new WeakMap<Constructor, Map<string, string>>()

/**
 * Text of an `INSERT` of `rows` rows with these columns, one bind value per cell. It is cached, because compiling it
 * takes as long as running it.
 */
const insertText = (sql: Constructor, table: string, columns: ReadonlyArray<string>, rows: number): string => {
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
const cellsOf = (row: Cells, columns: ReadonlyArray<string>): ReadonlyArray<number | string | null> =>
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

/** Inserts any number of rows with a stable statement text. */
export const insertRows = (sql: Constructor, dialect: Dialect, { columns, rows, table }: Insertion): Statement<Row> => {
  const inOrder = Object.keys(columns)
  if (rows.length > 0 && rows.length <= dialect.boundRows_max) return insertPlain(sql, table, rows, inOrder)
  const names = sql.csv(inOrder.map((name) => sql`${sql(name)}`))
  return sql`INSERT INTO ${sql(table)} (${names}) SELECT ${names} FROM ${dialect.rows(sql, columns, JSON.stringify(rows))}`
}

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
