import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { VocabularyWord } from "../../../src/record/VocabularyWord.js"
import { rareEvents_max, widenWords } from "../../../src/search/correction/widenWords.js"
import { readSearch } from "../../../src/search/readSearch.js"
import { scoreDocument } from "../../../src/search/scoreDocument.js"
import { searchDocument } from "../../../src/search/SearchDocument.js"
import type { SearchPlan } from "../../../src/search/SearchPlan.js"

const planOf = (search: string): SearchPlan => {
  const reading = readSearch([search])
  return reading._tag === "Search" ? reading.plan : { alternatives: [] }
}

const vocabulary: ReadonlyArray<VocabularyWord> = [
  { word: "exposition", events: 40 },
  { word: "expositoin", events: 1 },
  { word: "basson", events: 2 },
  { word: "bassin", events: 19 },
  { word: "danse", events: 90 },
  { word: "danser", events: 1 },
  { word: "rennes", events: 50 },
  { word: "rene", events: 1 }
]

/** The corrections of a search each of whose words so many events have. */
const widened = (search: string, count: number) =>
  Effect.runSync(widenWords(planOf(search), {
    count: () => Effect.succeed(count),
    words: (beginning) => Effect.succeed(vocabulary.filter(({ word }) => word.startsWith(beginning)))
  }))

describe("widenWords", () => {
  it.each<readonly [string, string, number, ReadonlyArray<string>]>([
    ["a word of one event near a frequent one", "expositoin", 1, ["exposition"]],
    ["beside other words", "expositoin photo", 1, ["exposition"]],
    ["a word of too many events", "expositoin", rareEvents_max + 1, []],
    ["a word that is not ten times as rare", "basson", 2, []],
    ["a rarer one", "basson", 1, ["bassin"]],
    ["a form of the frequent word", "danser", 1, []],
    ["a short word", "rene", 1, []],
    ["a word that no frequent one is near", "clavecin", 1, []],
    ["a quoted word", '"expositoin"', 1, []]
  ])("%s", (_label, search, count, to) => {
    expect(widened(search, count)?.corrected.flatMap((one) => one.to) ?? []).toEqual(to)
  })

  it("changes nothing but the word", () => {
    const plan = planOf("expositoin photo")
    const [changed, kept] = widened("expositoin photo", 1)?.search.alternatives[0]?.words ?? []
    expect({ ...changed, near: undefined }).toEqual({ ...plan.alternatives[0]?.words[0], near: undefined })
    expect(kept).toEqual(plan.alternatives[0]?.words[1])
  })

  it("scores the frequent word less than the rare one in any part", () => {
    const { search } = widened("expositoin", 1) ?? { search: planOf("expositoin") }
    const scoreOf = (title: string, longDescription = "") =>
      scoreDocument(
        searchDocument({ title: { fr: title }, keywords: {}, description: {}, longDescription: { fr: longDescription } }),
        "",
        search
      )
    expect([scoreOf("Expositoin"), scoreOf("Photo", "Une expositoin"), scoreOf("Expositions")]).toEqual([16, 2, 1])
  })
})
