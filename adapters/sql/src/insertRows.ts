import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Statement } from "@effect/sql/Statement"
import type { CellType, Dialect } from "./Dialect.js"
import { insertPlain } from "./insertPlain.js"
import type { Cells } from "./upsert.js"

/** Inserts any number of rows, each with these columns, by a statement of few texts. */
export const insertRows = (
  sql: Constructor,
  dialect: Dialect,
  table: string,
  columns: { readonly [name: string]: CellType },
  rows: ReadonlyArray<Cells>
): Statement<Row> => {
  const inOrder = Object.keys(columns)
  if (rows.length > 0 && rows.length <= dialect.plainRows_max) return insertPlain(sql, table, rows, inOrder)
  const names = sql.csv(inOrder.map((name) => sql`${sql(name)}`))
  return sql`INSERT INTO ${sql(table)} (${names}) SELECT ${names} FROM ${dialect.rows(sql, columns, JSON.stringify(rows))}`
}
