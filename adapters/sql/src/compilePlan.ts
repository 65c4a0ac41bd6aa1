import type { Position, QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import { behind, compileStretches, type Stretch } from "./compileStretch.js"
import type { Words } from "./isOneOf.js"

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
  readonly counts: Statement<Row> | null
  /**
   * The hits of a segment, in its order, as `key` (ascending: see `ascendingKey`), `uid`, `agenda_uid` and `removed_at` (null for an event).
   * Null: nothing can be in it.
   */
  readonly keys: (segment: number, cut: Cut) => Statement<Row> | null
}

/** Compiles a plan. */
export const compilePlan = (words: Words, plan: QueryPlan): CompiledPlan => {
  const { sql } = words
  const segments = plan.segments.map((segment) => ({ segment, stretches: compileStretches(words, plan, segment) }))

  const countOf = (stretches: ReadonlyArray<Stretch>): Fragment =>
    stretches.length === 0 ? sql.literal("0") : sql.join(" + ", false)(stretches.map(({ count }) => sql`(${count})`))

  const passing = (skip: number): Fragment => skip === 0 ? sql.literal("") : sql` OFFSET ${skip}`

  return {
    counts: segments.length === 0 ?
      null :
      sql`SELECT ${sql.csv(segments.map(({ stretches }, number) => sql`${countOf(stretches)} AS ${sql.literal(`s${number}`)}`))}`,
    keys: (number, { limit, position, skip }) => {
      const found = segments[number]
      const [first, ...others] = found?.stretches ?? []
      if (found === undefined || first === undefined) return null
      const select = (stretch: Stretch): Statement<Row> =>
        sql`SELECT ${stretch.key} AS key, ${stretch.uid} AS uid, ${stretch.agendaUid} AS agenda_uid, ${stretch.removedAt} AS removed_at FROM ${stretch.from} WHERE ${
          behind(words, stretch, found.segment, position)
        } ORDER BY ${stretch.key}, ${stretch.uid}`
      // SQLite 3.51 counts the rows that meet an EXISTS as rows to pass over: what is passed over has to be complete before.
      if (others.length === 0 && skip === 0) return sql`${select(first)} LIMIT ${limit}`
      const each = [first, ...others].map((stretch, place) =>
        sql`SELECT * FROM (${select(stretch)} LIMIT ${limit + skip}) ${sql.literal(`stretch_${place}`)}`
      )
      return sql`SELECT key, uid, agenda_uid, removed_at FROM (${
        sql.join(" UNION ALL ", false)(each)
      }) merged ORDER BY key, uid LIMIT ${limit}${passing(skip)}`
    }
  }
}
