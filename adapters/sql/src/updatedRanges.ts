import type { Range } from "@agenda-engine/core/query/EventQuery"
import { neverUpdated } from "./row/EventRow.js"

/** Ranges of changes of availability with both ends said, in which what stands for none is in neither direction. */
export const updatedRanges = (ranges: ReadonlyArray<Range>): ReadonlyArray<Range> =>
  ranges.map(({ gte, lte }) => ({ gte: gte ?? 1 - neverUpdated, lte: lte ?? neverUpdated - 1 }))
