import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { autoCut } from "../../src/search/autoCut.js"

describe("autoCut", () => {
  it.each<readonly [string, ReadonlyArray<number>, number]>([
    ["no score", [], 0],
    ["one score", [32], 0],
    ["equal scores", [16, 16, 16], 0],
    ["a large drop", [32, 30, 8, 6], 30],
    ["a drop of exactly half", [32, 16], 32],
    ["a drop of less than half", [32, 17, 2], 0],
    ["the first of equal drops", [32, 16, 0], 32],
    ["the largest drop, not the first", [20, 18, 4], 18],
    ["stop words alone", [0, 0], 0],
    ["a drop behind the twentieth", [...Array.from({ length: 20 }, () => 32), 2], 0],
    ["a drop to the twentieth", [...Array.from({ length: 19 }, () => 32), 2], 32]
  ])("%s", (_label, scores, cut) => {
    expect(autoCut(scores)).toBe(cut)
  })

  it("accepts another ratio", () => {
    expect(autoCut([32, 24, 20], 0.25)).toBe(32)
    expect(autoCut([32, 24, 20], 0.3)).toBe(0)
  })

  it("cuts at one of the scores and keeps the best", () => {
    const scores = FastCheck.array(FastCheck.nat(64), { maxLength: 30 }).map((scores) => scores.toSorted((left, right) => right - left))
    FastCheck.assert(FastCheck.property(scores, (scores) => {
      const cut = autoCut(scores)
      expect([0, ...scores.slice(0, 19)]).toContain(cut)
      expect(cut).toBeLessThanOrEqual(scores[0] ?? 0)
    }))
  })
})
