import { compareCodePoints } from "../../domain/text/compareCodePoints.js"
import type { Count } from "../../query/event/Tally.js"

/** The count of a value, with its most frequent spelling. */
export interface RankedCount {
  readonly value: NonNullable<Count["value"]>
  /** The most frequent spelling; the value itself when it has no spelling. */
  readonly shown: NonNullable<Count["value"]>
  readonly count: number
}

/** The most frequent values, and the count of events without a value. */
export interface RankedCounts {
  readonly ranked: ReadonlyArray<RankedCount>
  readonly none: number
}

/** Numbers by size, texts by code point. */
const compareShown = (left: RankedCount["shown"], right: RankedCount["shown"]): number =>
  typeof left === "number" && typeof right === "number" ? left - right : compareCodePoints(String(left), String(right))

const isMoreFrequent = (left: Count, right: Count): boolean =>
  left.count === right.count ? compareCodePoints(left.spelling ?? "", right.spelling ?? "") < 0 : left.count > right.count

const compareRanked = (left: RankedCount, right: RankedCount): number => right.count - left.count || compareShown(left.shown, right.shown)

/**
 * A lower bound on the counts of the top `size` values. Sorting a few numbers is cheaper than sorting all values by
 * label.
 */
const leastOf = (counts: ReadonlyArray<number>, size: number): number =>
  counts.length <= size ? 0 : new Float64Array(counts).sort().at(-size) ?? 0

/**
 * Ranks counts for buckets (wire.md §6, Facets). Spellings of one value are merged under the most frequent one; ties go
 * to the first by code point. Values are sorted by descending count, then by label, and limited to `size`.
 */
export const rankCounts = (counts: ReadonlyArray<Count>, size: number): RankedCounts => {
  const byValue = new Map<RankedCount["value"], { readonly best: Count; readonly count: number }>()
  let none = 0
  for (const one of counts) {
    if (one.value === null) {
      none += one.count
      continue
    }
    const known = byValue.get(one.value)
    byValue.set(
      one.value,
      known === undefined
        ? { best: one, count: one.count }
        : { best: isMoreFrequent(one, known.best) ? one : known.best, count: known.count + one.count }
    )
  }
  const least = leastOf([...byValue.values()].map(({ count }) => count), size)
  const ranked: Array<RankedCount> = []
  for (const [value, { best, count }] of byValue) {
    if (count >= least) ranked.push({ value, shown: best.spelling ?? value, count })
  }
  return { ranked: ranked.sort(compareRanked).slice(0, size), none }
}
