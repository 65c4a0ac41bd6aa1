import { describe, expect, it } from "@effect/vitest"
import { judgedDocuments } from "../src/judged/JudgedDocument.js"
import { judgedQueries } from "../src/judged/JudgedQuery.js"
import { judgeSearch, rankingGain } from "../src/judged/judgeSearch.js"

describe("the judged searches", () => {
  const ids = judgedDocuments.map(({ id }) => id)

  it("refer to existing events, each once", () => {
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(judgedQueries.map(({ search }) => search)).size).toBe(judgedQueries.length)
    expect(judgedQueries.flatMap(({ grades }) => Object.keys(grades).map(Number)).filter((id) => !ids.includes(id))).toEqual([])
    expect(ids.length).toBeGreaterThanOrEqual(80)
    expect(judgedQueries.length).toBeGreaterThanOrEqual(40)
  })

  it.each([["tuning", 0.91], ["heldOut", 0.91]] as const)(
    "the half %s ranks relevant events first (nDCG@10 of at least %s)",
    (half, floor) => {
      expect(judgeSearch(half).mean).toBeGreaterThanOrEqual(floor)
    }
  )
})

describe("rankingGain", () => {
  it.each<readonly [string, ReadonlyArray<number>, { readonly [id: number]: number }, number]>([
    ["the ideal order", [1, 2, 3], { 1: 3, 2: 2, 3: 1 }, 1],
    ["nothing found", [], { 1: 3 }, 0],
    ["nothing of use", [7, 8], { 1: 3 }, 0],
    ["nothing to find", [7], {}, 0],
    ["the best in second place", [7, 1], { 1: 3 }, 1 / Math.log2(3)],
    ["two swapped", [2, 1], { 1: 3, 2: 1 }, (1 + 7 / Math.log2(3)) / (7 + 1 / Math.log2(3))]
  ])("%s", (_label, found, grades, gain) => {
    expect(rankingGain(found, grades)).toBeCloseTo(gain, 12)
  })

  it("evaluates at most the requested depth", () => {
    expect(rankingGain([7, 8, 1], { 1: 3 }, 2)).toBe(0)
  })
})
