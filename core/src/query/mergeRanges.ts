import * as Order from "effect/Order"
import type { Range } from "./EventQuery.js"

const beginOf = ({ gte }: Range): number => gte ?? -Infinity
const endOf = ({ lte }: Range): number => lte ?? Infinity

/**
 * The fewest ranges that hold the same values as some others, in order and apart from each other. A range that ends before it begins holds
 * none; it is kept as it is, behind the others, since ages can meet it.
 *
 * @param step - What lies between a value and the next: 1 where all are whole numbers, so that ranges side by side are one, else 0.
 *
 * @example
 * mergeRanges([{ gte: 5, lte: null }, { gte: 1, lte: 2 }, { gte: 3, lte: 3 }], 1) // [{ gte: 1, lte: 3 }, { gte: 5, lte: null }]
 */
export const mergeRanges = (ranges: ReadonlyArray<Range>, step: 0 | 1): ReadonlyArray<Range> => {
  const merged: Array<Range> = []
  const holding = ranges.filter((range) => beginOf(range) <= endOf(range))
  for (const range of holding.toSorted(Order.mapInput(Order.number, beginOf))) {
    const last = merged.at(-1)
    if (last === undefined || endOf(last) + step < beginOf(range)) merged.push(range)
    else if (endOf(last) < endOf(range)) merged.splice(-1, 1, { gte: last.gte, lte: range.lte })
  }
  return [...merged, ...ranges.filter((range) => beginOf(range) > endOf(range))]
}
