import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Statement } from "@effect/sql/Statement"

/**
 * Cells by column name. Column names are constants of lower-case letters and `_`, and no SQL keyword: quoted and
 * unquoted they are the same identifier.
 */
export interface Cells {
  readonly [column: string]: number | string | null
}

/** Inserts a row, or updates every other column of the row with this key: one column, or several. */
export const upsert = (sql: Constructor, table: string, key: string | ReadonlyArray<string>, cells: Cells): Statement<Row> => {
  const keys = typeof key === "string" ? [key] : key
  const others = Object.keys(cells).filter((column) => !keys.includes(column))
  return sql`INSERT INTO ${sql(table)} ${sql.insert(cells)} ON CONFLICT (${
    sql.csv(keys.map((column) => sql`${sql(column)}`))
  }) DO UPDATE SET ${sql.csv(others.map((column) => sql`${sql(column)} = excluded.${sql(column)}`))}`
}
