import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { isWithin, type Range } from "../../../src/query/event/Condition.js"
import { mergeRanges } from "../../../src/query/event/Tally.js"

const range = (gte: number | null, lte: number | null): Range => ({ gte, lte })

const end = FastCheck.option(FastCheck.integer({ min: 0, max: 20 }))
const anyRanges = FastCheck.array(FastCheck.record({ gte: end, lte: end }), { maxLength: 8 })

describe("mergeRanges", () => {
  it("merges overlapping and touching ranges in order", () => {
    expect(mergeRanges([range(6, 9), range(1, 3), range(3, 4), range(2, 2)], 0)).toEqual([range(1, 4), range(6, 9)])
  })

  it("merges adjacent ranges of integers", () => {
    expect(mergeRanges([range(1, 2), range(3, 4), range(6, 6)], 1)).toEqual([range(1, 4), range(6, 6)])
    expect(mergeRanges([range(1, 2), range(3, 4)], 0)).toEqual([range(1, 2), range(3, 4)])
  })

  it("merges ranges that are open at the same end, and open ranges of both ends into an unbounded one", () => {
    const later = Array.from({ length: 50 }, (_, index) => range(index + 10, null))
    const earlier = Array.from({ length: 50 }, (_, index) => range(null, index - 60))
    expect(mergeRanges([...later, ...earlier], 1)).toEqual([range(null, -11), range(10, null)])
    expect(mergeRanges([range(3, null), range(null, 5)], 1)).toEqual([range(null, null)])
  })

  it("returns empty ranges unchanged, because ages can overlap them", () => {
    expect(mergeRanges([range(9, 4), range(5, 6)], 1)).toEqual([range(5, 6), range(9, 4)])
  })

  it("merged ranges contain the same values", () => {
    FastCheck.assert(FastCheck.property(anyRanges, FastCheck.constantFrom(0 as const, 1 as const), (ranges, step) => {
      const merged = mergeRanges(ranges, step)
      for (let value = -1; value <= 21; value += step === 1 ? 1 : 0.5) {
        expect([value, isWithin(merged, value)]).toEqual([value, isWithin(ranges, value)])
      }
    }))
  })

  it("merged ranges overlap the same ages", () => {
    const meets = (ranges: ReadonlyArray<Range>, min: number, max: number): boolean =>
      ranges.some(({ gte, lte }) => (gte === null || max >= gte) && (lte === null || min <= lte))
    FastCheck.assert(FastCheck.property(anyRanges, (ranges) => {
      const merged = mergeRanges(ranges, 0)
      for (let min = 0; min <= 20; min += 1) {
        for (let max = min; max <= 20; max += 1) expect([min, max, meets(merged, min, max)]).toEqual([min, max, meets(ranges, min, max)])
      }
    }))
  })
})
