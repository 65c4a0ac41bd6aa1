import type { Range } from "@agenda-engine/core/query/event/Condition"
import type { Constructor, Fragment } from "@effect/sql/Statement"
import type { CellType, Dialect } from "../database/Dialect.js"
import { bindableNumbers, bindableTexts } from "./bindable.js"

/** What SQL fragments are built with. */
export interface SqlContext {
  readonly sql: Constructor
  readonly dialect: Dialect
}

/** Always-false predicate. */
export const alwaysFalse = (sql: Constructor): Fragment => sql.literal("1 = 0")

/** Always-true predicate. */
export const alwaysTrue = (sql: Constructor): Fragment => sql.literal("1 = 1")

/** `column IN values`, for integers. A single value compiles to `=`, which planners estimate best. */
export const isOneOf = ({ dialect, sql }: SqlContext, column: string, values: ReadonlyArray<number>): Fragment => {
  const bindable = bindableNumbers(values)
  if (bindable.length === 0) return alwaysFalse(sql)
  const literal = sql.literal(column)
  return bindable.length === 1 ? sql`${literal} = ${bindable[0]}` : dialect.isAnyOf(sql, literal, bindable)
}

/** `isOneOf` for texts. */
export const isOneOfTexts = ({ dialect, sql }: SqlContext, column: string, values: ReadonlyArray<string>): Fragment => {
  const bindable = bindableTexts(values)
  if (bindable.length === 0) return alwaysFalse(sql)
  const literal = sql.literal(column)
  return bindable.length === 1 ? sql`${literal} = ${bindable[0]}` : dialect.isAnyOfTexts(sql, literal, bindable)
}

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

/**
 * Correlated `EXISTS`. `rows` is `FROM` and `WHERE` of the subquery, correlated by an indexed column. Postgres then
 * chooses between index probes and a hash; `IN` would rescan once the rows exceed `work_mem`. `IS TRUE` keeps the
 * planner from a semi-join, which is quadratic until the first ANALYZE, for example after a bulk import.
 */
export const rowExists = ({ sql }: SqlContext, rows: Fragment): Fragment => sql`(EXISTS (SELECT 1 FROM ${rows})) IS TRUE`
