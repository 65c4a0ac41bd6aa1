import type { Range } from "@agenda-engine/core/query/EventQuery"
import type { Fragment } from "@effect/sql/Statement"
import type { CellType } from "./Dialect.js"
import { alwaysFalse, alwaysTrue, type SqlContext } from "./isOneOf.js"

/**
 * Up to this number of values, each compiles to its own predicate, which planners estimate best. More values become one
 * bind value.
 */
export const inlined_max = 8

/** `inlined_max` for a predicate without an index: per row, an inlined comparison costs less than a JSON bind value. */
export const inlinedWithoutIndex_max = 100

const isWithinAny = ({ dialect, sql }: SqlContext, column: Fragment, ranges: ReadonlyArray<Range>, type: CellType): Fragment =>
  sql`EXISTS (SELECT 1 FROM ${
    dialect.rows(sql, { gte: type, lte: type }, JSON.stringify(ranges))
  } WHERE (r.gte IS NULL OR ${column} >= r.gte) AND (r.lte IS NULL OR ${column} <= r.lte))`

/** `column` lies within one of these ranges, bounds included. */
export const isWithin = (context: SqlContext, column: string, ranges: ReadonlyArray<Range>, type: CellType = "integer"): Fragment => {
  const { sql } = context
  if (ranges.length > inlined_max) return isWithinAny(context, sql.literal(column), ranges, type)
  return ranges.length === 0 ? alwaysFalse(sql) : sql.or(ranges.map(({ gte, lte }) => {
    const bounds = [
      ...(gte === null ? [] : [sql`${sql.literal(column)} >= ${gte}`]),
      ...(lte === null ? [] : [sql`${sql.literal(column)} <= ${lte}`])
    ]
    return bounds.length === 0 ? alwaysTrue(sql) : sql.and(bounds)
  }))
}
