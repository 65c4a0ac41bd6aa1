import type { Range } from "@agenda-engine/core/query/event/Condition"
import { neverUpdated } from "../../row/EventRow.js"

/**
 * Ranges of `availability_updated_at` with both bounds set, so that they exclude the sentinel of "never updated" in
 * both sort directions.
 */
export const updatedRanges = (ranges: ReadonlyArray<Range>): ReadonlyArray<Range> =>
  ranges.map(({ gte, lte }) => ({ gte: gte ?? 1 - neverUpdated, lte: lte ?? neverUpdated - 1 }))
