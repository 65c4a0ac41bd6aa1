import { describe, expect, it } from "vitest"
import { ConformanceFailure } from "../src/ConformanceFailure.js"
import { firstDifference, written } from "../src/written.js"

describe("written", () => {
  it.each<readonly [value: unknown, text: string]>([
    [null, "null"],
    [NaN, "NaN"],
    [Infinity, "Infinity"],
    [-Infinity, "-Infinity"],
    [9007199254740993n, "9007199254740993n"],
    ["NaN", '"NaN"'],
    [undefined, "undefined"],
    [{ b: 1, a: [NaN, null], c: undefined }, '{"a":[NaN,null],"b":1}']
  ])("writes %o", (value, text) => {
    expect(written(value)).toBe(text)
  })
})

describe("firstDifference", () => {
  it.each<readonly [expected: unknown, actual: unknown, path: string]>([
    [{ hits: [{ uid: 1 }, { uid: 2 }] }, { hits: [{ uid: 1 }, { uid: 3 }] }, "hits[1].uid"],
    [{ a: 1, b: { c: null } }, { b: { c: NaN }, a: 1 }, "b.c"],
    [[1, 2], [1, 2, 3], "[2]"],
    [[1, 2], [1], "[1]"],
    [{ a: 1 }, {}, "a"],
    [{ a: 1n }, { a: 1 }, "a"],
    [1, 2, ""],
    [[1], { 0: 1 }, ""]
  ])("of %o and %o is at %j", (expected, actual, path) => {
    expect(firstDifference(expected, actual).path).toBe(path)
  })

  it("is what a failure prints, and long values are shortened", () => {
    const failure = new ConformanceFailure({
      what: "the answer",
      expected: { hits: [{ uid: 1n }] },
      actual: { hits: [{ uid: "9".repeat(2_000) }] }
    })
    expect(failure.message.split("\n").slice(0, 3)).toEqual(["the answer", "  first difference: hits[0].uid", "  expected: 1n"])
    expect(failure.message).toMatch(/… \(2002 characters\)$/)
  })
})
