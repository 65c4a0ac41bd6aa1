import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Statement } from "@effect/sql/Statement"
import type { Dialect } from "./Dialect.js"
import type { Insertion } from "./Insertion.js"
import { insertPlain } from "./insertPlain.js"

/** Inserts any number of rows with a stable statement text. */
export const insertRows = (sql: Constructor, dialect: Dialect, { columns, rows, table }: Insertion): Statement<Row> => {
  const inOrder = Object.keys(columns)
  if (rows.length > 0 && rows.length <= dialect.plainRows_max) return insertPlain(sql, table, rows, inOrder)
  const names = sql.csv(inOrder.map((name) => sql`${sql(name)}`))
  return sql`INSERT INTO ${sql(table)} (${names}) SELECT ${names} FROM ${dialect.rows(sql, columns, JSON.stringify(rows))}`
}
