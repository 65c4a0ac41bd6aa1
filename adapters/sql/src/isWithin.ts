import type { Range } from "@agenda-engine/core/query/EventQuery"
import type { Fragment } from "@effect/sql/Statement"
import type { CellType } from "./Dialect.js"
import { always, never, type Words } from "./isOneOf.js"

/** Values up to this number are conditions of their own, which says most to a query planner. More are passed as one parameter. */
export const apart_max = 8

/** The same where no index finds the rows: for each row a condition is sooner looked at than a value of a parameter. */
export const apartWithoutIndex_max = 100

const isWithinAny = ({ dialect, sql }: Words, column: Fragment, ranges: ReadonlyArray<Range>, type: CellType): Fragment =>
  sql`EXISTS (SELECT 1 FROM ${
    dialect.rows(sql, { gte: type, lte: type }, JSON.stringify(ranges))
  } WHERE (r.gte IS NULL OR ${column} >= r.gte) AND (r.lte IS NULL OR ${column} <= r.lte))`

/** A column within one of these ranges, ends included. */
export const isWithin = (words: Words, column: string, ranges: ReadonlyArray<Range>, type: CellType = "integer"): Fragment => {
  const { sql } = words
  if (ranges.length > apart_max) return isWithinAny(words, sql.literal(column), ranges, type)
  return ranges.length === 0 ? never(sql) : sql.or(ranges.map(({ gte, lte }) => {
    const bounds = [
      ...(gte === null ? [] : [sql`${sql.literal(column)} >= ${gte}`]),
      ...(lte === null ? [] : [sql`${sql.literal(column)} <= ${lte}`])
    ]
    return bounds.length === 0 ? always(sql) : sql.and(bounds)
  }))
}
