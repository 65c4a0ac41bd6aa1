import type { Fragment } from "@effect/sql/Statement"
import type { Words } from "./isOneOf.js"

/**
 * A column is among the uids that this `SELECT` finds by stretches of an index. They are found once, whatever is believed about how many they
 * are: the sign keeps SQLite from looking each of them up again, and IS TRUE keeps Postgres from a join that, before the first ANALYZE, walks
 * through all of them for every event.
 */
export const isAmongFew = ({ sql }: Words, column: string, found: Fragment): Fragment =>
  sql`(+${sql.literal(column)} IN (${found})) IS TRUE`
