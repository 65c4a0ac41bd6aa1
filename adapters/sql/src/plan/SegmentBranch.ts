import type { OrderValue, Position } from "@agenda-engine/core/query/event/QueryPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"

/**
 * One branch of the `UNION ALL` of a segment: published events, events in other states, or tombstones. Its rows have
 * the columns `k0`, `k1`, … (one per key of the segment's order), `uid`, `agenda_uid` and `removed_at` (null for an
 * event).
 */
export interface SegmentBranch {
  /** The first `limit` rows after a position in order, or from the start when the position is null. */
  readonly rows: (position: Position | null, limit: number) => Statement<Row>
  /** A `SELECT` of the branch's total number of rows. */
  readonly count: () => Fragment
  /**
   * The first `limit` rows, each with the branch's total number of rows as `total`. Null when two statements are
   * faster.
   */
  readonly counted: ((limit: number) => Statement<Row>) | null
}

/** A segment as branches to merge. Empty when no row can be in it. */
export interface CompiledSegment {
  readonly branches: ReadonlyArray<SegmentBranch>
  /** `ORDER BY` of the merged rows. */
  readonly orderBy: Fragment
  /** The values of a row for the keys of the segment's order. */
  readonly valuesOf: (row: Row) => ReadonlyArray<OrderValue>
}
