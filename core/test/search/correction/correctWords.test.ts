import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { correctWords } from "../../../src/search/correction/correctWords.js"
import { editDistance, errorsMax, nearestWords } from "../../../src/search/correction/nearestWords.js"
import { widenWords } from "../../../src/search/correction/widenWords.js"
import { readSearch } from "../../../src/search/readSearch.js"
import type { SearchPlan } from "../../../src/search/SearchPlan.js"

const planOf = (values: ReadonlyArray<string>): SearchPlan => {
  const reading = readSearch(values)
  return reading._tag === "Search" ? reading.plan : { alternatives: [] }
}

const misspelt = Array.from({ length: 64 }, (_, index) => `consert${"abcdefgh"[index % 8] ?? ""}${"abcdefgh"[Math.floor(index / 8)] ?? ""}`)

/** How often a correction asks for words and counts, and the words that it corrects. */
const askedBy = (correct: typeof correctWords, values: ReadonlyArray<string>, count: number) => {
  const asked = { words: 0, counts: 0 }
  const found = Effect.runSync(correct(planOf(values), {
    count: () =>
      Effect.sync(() => {
        asked.counts += 1
        return count
      }),
    words: () =>
      Effect.sync(() => {
        asked.words += 1
        return misspelt.map((word) => ({ word: word.replace("s", "c"), events: 100 }))
      })
  }))
  return { ...asked, corrected: found?.corrected.map(({ word }) => word) ?? [] }
}

describe.each([["correctWords", correctWords, 0], ["widenWords", widenWords, 1]] as const)("%s", (_name, correct, count) => {
  it("changes the first eight words of all values", () => {
    const { corrected, counts, words } = askedBy(correct, misspelt, count)
    expect(corrected).toEqual(misspelt.slice(0, 8))
    expect(words).toBeLessThanOrEqual(16)
    expect(counts).toBeLessThanOrEqual(24)
  })

  it("changes no value that has too many words together with those before it", () => {
    const [first = "", second = "", ...others] = misspelt
    const eight = others.slice(0, 8)
    expect(askedBy(correct, [first, eight.join(" "), second], count).corrected).toEqual([first, second])
    expect(askedBy(correct, [eight.join(" "), first], count).corrected).toEqual(eight)
    expect(askedBy(correct, [others.slice(0, 9).join(" ")], count).corrected).toEqual([])
  })
})

describe("nearestWords", () => {
  const word = FastCheck.string({ minLength: 1, maxLength: 12, unit: FastCheck.constantFrom("a", "b", "c", "é", "ß", "住", "𠀀", "1") })

  it("are those of the least distance of all words", () => {
    FastCheck.assert(FastCheck.property(word, FastCheck.array(word, { maxLength: 60 }), (asked, words) => {
      const max = errorsMax(asked)
      const distances = new Map([...new Set(words)].map((known) => [known, editDistance(asked, known, max)]))
      const least = Math.min(...[...distances.values()].map((distance) => distance === null || distance === 0 ? Infinity : distance))
      const nearest = max === 0 ? [] : [...distances].flatMap(([known, distance]) => distance === least ? [known] : [])
      const vocabulary = [...distances.keys()].map((known) => ({ word: known, events: 1 }))
      expect(nearestWords(asked, vocabulary)).toEqual(nearest.toSorted().slice(0, 3))
    }))
  })
})
