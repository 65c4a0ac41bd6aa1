import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Statement } from "@effect/sql/Statement"
import type { CellType, Dialect } from "./Dialect.js"
import type { Cells } from "./upsert.js"

/** Inserts any number of rows, each with these columns, by a statement of few texts. */
export const insertRows = (
  sql: Constructor,
  dialect: Dialect,
  table: string,
  columns: { readonly [name: string]: CellType },
  rows: ReadonlyArray<Cells>
): Statement<Row> => {
  if (rows.length > 0 && rows.length <= dialect.plainRows_max) return sql`INSERT INTO ${sql(table)} ${sql.insert(rows)}`
  const names = sql.csv(Object.keys(columns).map((name) => sql`${sql(name)}`))
  return sql`INSERT INTO ${sql(table)} (${names}) SELECT ${names} FROM ${dialect.rows(sql, columns, JSON.stringify(rows))}`
}
