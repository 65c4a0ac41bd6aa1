import type { Fragment } from "@effect/sql/Statement"
import type { SqlContext } from "./isOneOf.js"

/**
 * Correlated `EXISTS`. `rows` is `FROM` and `WHERE` of the subquery, correlated by an indexed column. Postgres then
 * chooses between index probes and a hash; `IN` would rescan once the rows exceed `work_mem`. `IS TRUE` keeps the
 * planner from a semi-join, which is quadratic until the first ANALYZE, for example after a bulk import.
 */
export const rowExists = ({ sql }: SqlContext, rows: Fragment): Fragment => sql`(EXISTS (SELECT 1 FROM ${rows})) IS TRUE`
