import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { editDistance, errorsMax, nearestWords, splitWord } from "../../../src/search/correction/nearestWords.js"

describe("editDistance", () => {
  it.each<readonly [string, string, number, number | null]>([
    ["concert", "concert", 2, 0],
    ["cocnert", "concert", 1, 1],
    ["expositon", "exposition", 1, 1],
    ["expositoin", "exposition", 2, 1],
    ["jaz", "jazz", 1, 1],
    ["ab", "ba", 1, 1],
    ["abc", "cab", 1, null],
    ["concert", "jazz", 2, null],
    ["été", "ete", 2, 2],
    ["", "ab", 2, 2]
  ])("of %s and %s is, up to %i, %s", (left, right, max, distance) => {
    expect(editDistance(left, right, max)).toBe(distance)
  })

  it("is symmetric, and 1 after any one edit", () => {
    const word = FastCheck.string({ minLength: 2, maxLength: 8, unit: FastCheck.constantFrom("a", "b", "c") })
    FastCheck.assert(FastCheck.property(word, word, (left, right) => {
      expect(editDistance(left, right, 2)).toBe(editDistance(right, left, 2))
    }))
    FastCheck.assert(FastCheck.property(word, FastCheck.nat(7), (written, at) => {
      const index = at % (written.length - 1)
      const swapped = written.slice(0, index) + (written[index + 1] ?? "") + (written[index] ?? "") + written.slice(index + 2)
      const edits = [written.slice(0, index) + written.slice(index + 1), `${written.slice(0, index)}z${written.slice(index)}`, swapped]
      for (const edited of edits) expect(editDistance(written, edited, 1)).toBeLessThanOrEqual(1)
    }))
  })
})

const vocabulary = [
  { word: "concert", events: 9 },
  { word: "concept", events: 2 },
  { word: "concours", events: 5 },
  { word: "hip", events: 2 },
  { word: "hop", events: 3 },
  { word: "renne", events: 1 },
  { word: "rennes", events: 7 }
]

describe("nearestWords", () => {
  it.each<readonly [string, ReadonlyArray<string>]>([
    ["cocnert", ["concert"]],
    ["concet", ["concert", "concept"]],
    ["rennez", ["rennes", "renne"]],
    ["hup", []],
    ["concerxyz", []],
    ["2031", []],
    ["zzzzzzzz", []]
  ])("of %s", (word, nearest) => {
    expect(nearestWords(word, vocabulary)).toEqual(nearest)
  })

  it("allows one error from 4 letters and two from 8", () => {
    expect(["abc", "abcd", "abcdefg", "abcdefgh", "été2"].map(errorsMax)).toEqual([0, 1, 1, 2, 0])
  })
})

describe("splitWord", () => {
  it("finds the two words that a word consists of", () => {
    expect(splitWord("hiphop", vocabulary)).toEqual(["hip", "hop"])
    expect(splitWord("hiphops", vocabulary)).toBeNull()
    expect(splitWord("hop", vocabulary)).toBeNull()
  })
})
