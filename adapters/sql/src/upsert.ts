import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Statement } from "@effect/sql/Statement"

/**
 * Cells by column name. Names of columns are written in code alone, in small letters and `_`, and none is a word that SQL keeps for itself: so
 * they stand in statements as they are, or quoted where a statement is made by `sql(name)`, and mean the same.
 */
export interface Cells {
  readonly [column: string]: number | string | null
}

/** Inserts a row, or gives the row that has its key every other cell of it. */
export const upsert = (sql: Constructor, table: string, key: string, cells: Cells): Statement<Row> => {
  const others = Object.keys(cells).filter((column) => column !== key)
  return sql`INSERT INTO ${sql(table)} ${sql.insert(cells)} ON CONFLICT (${sql(key)}) DO UPDATE SET ${
    sql.csv(others.map((column) => sql`${sql(column)} = excluded.${sql(column)}`))
  }`
}
