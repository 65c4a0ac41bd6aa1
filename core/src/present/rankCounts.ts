import { compareCodePoints } from "../query/compareCodePoints.js"
import type { Count } from "../query/Tally.js"

/** What a bucket counts: the value, and its most frequent spelling where it is spelled. */
export interface RankedCount {
  readonly value: NonNullable<Count["value"]>
  /** The spelling, else the value. */
  readonly shown: NonNullable<Count["value"]>
  readonly count: number
}

/** The values that are most frequent, and the count of what has none. */
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

/** A count that the first `size` all have at least: a few numbers are sorted much sooner than all values by what is shown. */
const leastOf = (counts: ReadonlyArray<number>, size: number): number =>
  counts.length <= size ? 0 : new Float64Array(counts).sort().at(-size) ?? 0

/**
 * Counts as buckets are shown: spellings of one value counted together, under the most frequent one (of equals the first by code point); the
 * greatest counts first, of equals by what is shown; at most `size` (wire.md §6, Facets).
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
