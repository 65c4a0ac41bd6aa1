import type { OrderValue, Position } from "@agenda-engine/core/query/QueryPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"

/**
 * A stretch of a segment: published events, those in another state, or tombstones. Its rows have the columns `k0`, `k1` and so on, one for
 * each key of the segment's order, `uid`, `agenda_uid` and `removed_at` (the instant of a tombstone; null for an event).
 */
export interface Stretch {
  /** So many rows behind a place, or (null) from the first on, in order. */
  readonly rows: (position: Position | null, limit: number) => Statement<Row>
  /** How many rows it has from end to end. */
  readonly count: () => Fragment
  /** So many rows from the first on, each with how many there are in all, as `total`. Null: both are found sooner apart. */
  readonly counted: ((limit: number) => Statement<Row>) | null
}

/** A segment as stretches that are merged; none where nothing can be in it. */
export interface CompiledSegment {
  readonly stretches: ReadonlyArray<Stretch>
  /** What the columns of merged rows are ordered by. */
  readonly orderBy: Fragment
  /** The values of a row for the keys of the segment's order. */
  readonly valuesOf: (row: Row) => ReadonlyArray<OrderValue>
}
