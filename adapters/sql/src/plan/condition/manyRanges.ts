import type { Range } from "@agenda-engine/core/query/event/Condition"
import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import type { CellType } from "../../database/Dialect.js"
import { inlined_max, type SqlContext } from "../../fragment/isOneOf.js"
import { compileScopeForSet } from "./compileScope.js"

/**
 * Whether ranges are probed one by one with an index join, because comparing every row to every range would be
 * quadratic.
 */
export const needRangeJoin = (ranges: ReadonlyArray<Range>): boolean => ranges.length > inlined_max

/** Sentinels of an open bound. Two non-null bounds make an index range; a nullable bound does not. */
const ends: { readonly [T in Exclude<CellType, "text">]: number } = { integer: Number.MAX_SAFE_INTEGER, real: Number.MAX_VALUE }

/** Ranges as the table `r`, both bounds set. */
const rangeRows = ({ dialect, sql }: SqlContext, ranges: ReadonlyArray<Range>, type: Exclude<CellType, "text">): Fragment =>
  dialect.rows(
    sql,
    { gte: type, lte: type },
    JSON.stringify(ranges.map(({ gte, lte }) => ({ gte: gte ?? -ends[type], lte: lte ?? ends[type] })))
  )

/** A column of the rows `w`, and the ranges it must be within one of. */
interface RangedColumn {
  readonly table: "agenda_event" | "agenda_filter_number" | "agenda_slot"
  readonly column: string
  readonly type: Exclude<CellType, "text">
  readonly ranges: ReadonlyArray<Range>
}

/** The rows `w` of a table that meet `where` and lie within one of many ranges: a `FROM` item. */
export const rowsWithin = (context: SqlContext, { column, ranges, table, type }: RangedColumn, where: Fragment): Fragment => {
  const { dialect, sql } = context
  return dialect.indexJoin(sql, rangeRows(context, ranges, type), {
    table,
    name: "w",
    column,
    where: sql`${where} AND ${sql.literal(`w.${column} >= r.gte AND w.${column} <= r.lte`)}`
  })
}

/** An event column that is indexed by agenda and state. */
interface Ranged {
  readonly table: "agenda_event" | "agenda_slot"
  readonly eventUid: "uid" | "event_uid"
  readonly column: string
}

/** Predicate: the event `e` has a row within one of many ranges. */
export const isAmongRanged = (
  context: SqlContext,
  scope: Scope,
  { column, eventUid, table }: Ranged,
  ranges: ReadonlyArray<Range>
): Fragment => {
  const { sql } = context
  const found = ["= 2", "<> 2"].map((state) =>
    sql`SELECT ${sql.literal(`w.${eventUid}`)} FROM ${
      rowsWithin(
        context,
        { table, column, type: "integer", ranges },
        sql`${compileScopeForSet(context, scope, "w.agenda_uid")} AND ${sql.literal(`w.state ${state}`)}`
      )
    }`
  )
  return context.dialect.inSubquery(sql, sql.literal("e.uid"), sql.join(" UNION ALL ", false)(found))
}
