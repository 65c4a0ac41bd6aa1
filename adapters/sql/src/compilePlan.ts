import type { OrderValue, Position, QueryPlan, Segment } from "@agenda-engine/core/query/QueryPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import { compileIndexed, indexOrderOf } from "./compileIndexed.js"
import { compileSorted } from "./compileSorted.js"
import { countTogether } from "./eventRows.js"
import type { Words } from "./isOneOf.js"
import { limitTo } from "./limitTo.js"
import { searchOf } from "./partsOf.js"
import type { CompiledSegment, Stretch } from "./Stretch.js"

/** Which rows of a segment are asked for. */
export interface Cut {
  /** Those behind this place; null: from the first on. */
  readonly position: Position | null
  /** How many of them to pass over. */
  readonly skip: number
  /** How many at most. */
  readonly limit: number
}

/** A plan as statements. Nothing that a caller sent is in their texts: it all goes through parameters. */
export interface CompiledPlan {
  /** One row: how many hits each segment has in all, as `s0`, `s1` and so on. Null: the plan has no segment. */
  readonly counts: () => Statement<Row> | null
  /** The first hits of a plan with one segment, as `keys` gives them, and how many there are in all as `total`. Null: count and read apart. */
  readonly counted: (limit: number) => Statement<Row> | null
  /**
   * The hits of a segment, in its order: what their keys are is read by `valuesOf`, beside `uid`, `agenda_uid` and `removed_at` (null for an
   * event). Null: nothing can be in it.
   */
  readonly keys: (segment: number, cut: Cut) => Statement<Row> | null
  /** The values of a row of a segment for the keys of its order. */
  readonly valuesOf: (segment: number) => (row: Row) => ReadonlyArray<OrderValue>
}

const compileSegment = (words: Words, plan: QueryPlan, segment: Segment): CompiledSegment => {
  const order = indexOrderOf(segment)
  // What a search finds is in no order of an index.
  const isIndexed = order !== undefined && (segment.source === "removed" || searchOf(plan) === null)
  return isIndexed ? compileIndexed(words, plan, segment, order) : compileSorted(words, plan, segment)
}

/** Compiles a plan. */
export const compilePlan = (words: Words, plan: QueryPlan): CompiledPlan => {
  const { sql } = words
  const segments = plan.segments.map((segment) => compileSegment(words, plan, segment))

  const countOf = (stretches: ReadonlyArray<Stretch>): Fragment =>
    stretches.length === 0 ? sql.literal("0") : sql.join(" + ", false)(stretches.map(({ count }) => sql`(${count()})`))

  const passing = (skip: number): Fragment => skip === 0 ? sql.literal("") : sql` OFFSET ${skip}`

  return {
    counts: () =>
      segments.length === 0 ?
        null :
        countTogether(words, plan) ??
          sql`SELECT ${sql.csv(segments.map(({ stretches }, number) => sql`${countOf(stretches)} AS ${sql.literal(`s${number}`)}`))}`,
    counted: (limit) => {
      const [segment, ...otherSegments] = segments
      const [stretch, ...others] = segment?.stretches ?? []
      if (stretch === undefined || stretch.counted === null || otherSegments.length > 0 || others.length > 0) return null
      return stretch.counted(limit)
    },
    keys: (number, { limit, position, skip }) => {
      const found = segments[number]
      const [first, ...others] = found?.stretches ?? []
      if (found === undefined || first === undefined) return null
      // SQLite 3.51 counts the rows that meet an EXISTS as rows to pass over: what is passed over has to be complete before.
      if (others.length === 0 && skip === 0) return first.rows(position, limit)
      const each = [first, ...others].map(({ rows }, place) =>
        sql`SELECT * FROM (${rows(position, limit + skip)}) ${sql.literal(`stretch_${place}`)}`
      )
      return sql`SELECT * FROM (${sql.join(" UNION ALL ", false)(each)}) merged ORDER BY ${found.orderBy} ${limitTo(sql, limit)}${
        passing(skip)
      }`
    },
    valuesOf: (number) => segments[number]?.valuesOf ?? (() => [])
  }
}
