import type { Range } from "@agenda-engine/core/query/EventQuery"
import type { Scope } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import { compileScopeAtOnce } from "./compileScope.js"
import type { CellType } from "./Dialect.js"
import type { Words } from "./isOneOf.js"
import { apart_max } from "./isWithin.js"

/** Whether there are so many ranges that rows are looked for range by range: looking at every range for every row costs their product. */
export const areMany = (ranges: ReadonlyArray<Range>): boolean => ranges.length > apart_max

/** What stands for an end that is open: no value lies beyond. Two ends each make a stretch of an index, and one that may be null none. */
const ends: { readonly [T in Exclude<CellType, "text">]: number } = { integer: Number.MAX_SAFE_INTEGER, real: Number.MAX_VALUE }

/** Many ranges as the table `r`, both ends of each said. */
const rangeRows = ({ dialect, sql }: Words, ranges: ReadonlyArray<Range>, type: Exclude<CellType, "text">): Fragment =>
  dialect.rows(
    sql,
    { gte: type, lte: type },
    JSON.stringify(ranges.map(({ gte, lte }) => ({ gte: gte ?? -ends[type], lte: lte ?? ends[type] })))
  )

/** A column of some rows `w`, and the many ranges that it is to be within one of. */
interface RangedColumn {
  readonly table: "agenda_event" | "agenda_number" | "agenda_slot"
  readonly column: string
  readonly type: Exclude<CellType, "text">
  readonly ranges: ReadonlyArray<Range>
}

/** The rows `w` of a table of which this holds and that are within one of many ranges: to be put behind `FROM`. */
export const rowsWithin = (words: Words, { column, ranges, table, type }: RangedColumn, where: Fragment): Fragment => {
  const { dialect, sql } = words
  return dialect.lookUp(sql, rangeRows(words, ranges, type), {
    table,
    name: "w",
    column,
    where: sql`${where} AND ${sql.literal(`w.${column} >= r.gte AND w.${column} <= r.lte`)}`
  })
}

/** The events that have a row within one of many ranges, by the index that the table has over this column within an agenda and a state. */
interface Ranged {
  readonly table: "agenda_event" | "agenda_slot"
  readonly eventUid: "uid" | "event_uid"
  readonly column: string
}

/** The event `e` is among those that have a row within one of many ranges. */
export const isAmongRanged = (words: Words, scope: Scope, { column, eventUid, table }: Ranged, ranges: ReadonlyArray<Range>): Fragment => {
  const { sql } = words
  const found = ["= 2", "<> 2"].map((state) =>
    sql`SELECT ${sql.literal(`w.${eventUid}`)} FROM ${
      rowsWithin(
        words,
        { table, column, type: "integer", ranges },
        sql`${compileScopeAtOnce(words, scope, "w.agenda_uid")} AND ${sql.literal(`w.state ${state}`)}`
      )
    }`
  )
  return words.dialect.isAmongFound(sql, sql.literal("e.uid"), sql.join(" UNION ALL ", false)(found))
}
