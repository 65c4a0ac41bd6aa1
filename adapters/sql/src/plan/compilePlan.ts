import type { OrderValue, Position, QueryPlan, Segment } from "@agenda-engine/core/query/event/QueryPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import { limitTo } from "../fragment/bindable.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import { compileIndexed, indexOrderOf } from "./compileIndexed.js"
import { compileSorted } from "./compileSorted.js"
import { countTogether } from "./eventRows.js"
import type { CompiledSegment, SegmentBranch } from "./SegmentBranch.js"
import { searchOf } from "./splitByState.js"

/** A page of a segment. */
export interface Cut {
  /** Start after this position. Null: start at the first row. */
  readonly position: Position | null
  /** Rows to skip (OFFSET). */
  readonly skip: number
  /** Maximum number of rows. */
  readonly limit: number
}

/** A compiled plan. Statement texts contain no client input: all of it is bound as parameters. */
export interface CompiledPlan {
  /** One row with the number of hits of each segment, as `s0`, `s1`, …. Null when the plan has no segment. */
  readonly counts: () => Statement<Row> | null
  /**
   * The first hits of a one-segment plan, with the columns of `keys` and the number of all hits as `total`. Null when
   * two statements are faster.
   */
  readonly counted: (limit: number) => Statement<Row> | null
  /**
   * A page of a segment's hits, in order: order keys (parsed by `valuesOf`), `uid`, `agenda_uid` and `removed_at` (null
   * for an event). Null when the segment is empty.
   */
  readonly keys: (segment: number, cut: Cut) => Statement<Row> | null
  /** Parses the order keys of a segment's row. */
  readonly valuesOf: (segment: number) => (row: Row) => ReadonlyArray<OrderValue>
}

const compileSegment = (context: SqlContext, plan: QueryPlan, segment: Segment): CompiledSegment => {
  const order = indexOrderOf(segment)
  // No index has the order of search results.
  const isIndexed = order !== undefined && (segment.source === "removed" || searchOf(plan) === null)
  return isIndexed ? compileIndexed(context, plan, segment, order) : compileSorted(context, plan, segment)
}

/** Compiles a plan to statements. */
export const compilePlan = (context: SqlContext, plan: QueryPlan): CompiledPlan => {
  const { sql } = context
  const segments = plan.segments.map((segment) => compileSegment(context, plan, segment))

  const countOf = (branches: ReadonlyArray<SegmentBranch>): Fragment =>
    branches.length === 0 ? sql.literal("0") : sql.join(" + ", false)(branches.map(({ count }) => sql`(${count()})`))

  const offsetOf = (skip: number): Fragment => skip === 0 ? sql.literal("") : sql` OFFSET ${skip}`

  return {
    counts: () =>
      segments.length === 0 ?
        null :
        countTogether(context, plan) ??
          sql`SELECT ${sql.csv(segments.map(({ branches }, number) => sql`${countOf(branches)} AS ${sql.literal(`s${number}`)}`))}`,
    counted: (limit) => {
      const [segment, ...otherSegments] = segments
      const [branch, ...others] = segment?.branches ?? []
      if (branch === undefined || branch.counted === null || otherSegments.length > 0 || others.length > 0) return null
      return branch.counted(limit)
    },
    keys: (number, { limit, position, skip }) => {
      const found = segments[number]
      const [first, ...others] = found?.branches ?? []
      if (found === undefined || first === undefined) return null
      // SQLite 3.51 counts rows that an EXISTS discards towards OFFSET, so OFFSET applies to a complete subquery only.
      if (others.length === 0 && skip === 0) return first.rows(position, limit)
      const each = [first, ...others].map(({ rows }, index) =>
        sql`SELECT * FROM (${rows(position, limit + skip)}) ${sql.literal(`stretch_${index}`)}`
      )
      return sql`SELECT * FROM (${sql.join(" UNION ALL ", false)(each)}) merged ORDER BY ${found.orderBy} ${limitTo(sql, limit)}${
        offsetOf(skip)
      }`
    },
    valuesOf: (number) => segments[number]?.valuesOf ?? (() => [])
  }
}
