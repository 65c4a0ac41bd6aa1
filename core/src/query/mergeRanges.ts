import * as Order from "effect/Order"
import type { Range } from "./EventQuery.js"

const beginOf = ({ gte }: Range): number => gte ?? -Infinity
const endOf = ({ lte }: Range): number => lte ?? Infinity

/**
 * Merges ranges into the fewest sorted, disjoint ranges with the same values. Empty ranges (`gte > lte`) are appended
 * unchanged, because an age range can overlap them.
 *
 * @param step - Distance between adjacent values: 1 for whole numbers, so that adjacent ranges merge, else 0.
 *
 * @example
 * mergeRanges([{ gte: 5, lte: null }, { gte: 1, lte: 2 }, { gte: 3, lte: 3 }], 1)
 * // [{ gte: 1, lte: 3 }, { gte: 5, lte: null }]
 */
export const mergeRanges = (ranges: ReadonlyArray<Range>, step: 0 | 1): ReadonlyArray<Range> => {
  const merged: Array<Range> = []
  const nonEmpty = ranges.filter((range) => beginOf(range) <= endOf(range))
  for (const range of nonEmpty.toSorted(Order.mapInput(Order.number, beginOf))) {
    const last = merged.at(-1)
    if (last === undefined || endOf(last) + step < beginOf(range)) merged.push(range)
    else if (endOf(last) < endOf(range)) merged.splice(-1, 1, { gte: last.gte, lte: range.lte })
  }
  return [...merged, ...ranges.filter((range) => beginOf(range) > endOf(range))]
}
