import { judgeSearch } from "@agenda-engine/conformance/judged/judgeSearch"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { judgeEngine, rankingTable, thisEngine } from "../src/ranking/compareRankings.js"
import { passagesOf } from "../src/ranking/RankedEngine.js"
import { rankFts5 } from "../src/ranking/rankFts5.js"
import { rankMiniSearch } from "../src/ranking/rankMiniSearch.js"
import { rankOrama } from "../src/ranking/rankOrama.js"

describe("the comparison of rankings", () => {
  it("reads words and quoted phrases", () => {
    expect(passagesOf('the "long night" l\'orgue')).toEqual([
      { text: "the", quoted: false },
      { text: "long night", quoted: true },
      { text: "l", quoted: false },
      { text: "orgue", quoted: false }
    ])
  })

  it.effect("judges this engine as judgeSearch does", () =>
    Effect.gen(function*() {
      expect(yield* judgeEngine(thisEngine)).toEqual(judgeSearch())
    }))

  it.effect("has each engine find a word of a title", () =>
    Effect.gen(function*() {
      for (const engine of [thisEngine, rankFts5("AND"), rankFts5("OR"), rankMiniSearch("AND"), rankMiniSearch("OR"), yield* rankOrama]) {
        expect([engine.name, (yield* engine.rank("Speicherstadt"))[0]]).toEqual([engine.name, 206])
      }
    }))

  it("is a table with a line for each engine", () => {
    const [head, , line] = rankingTable([["one", judgeSearch()]]).split("\n")
    expect(head).toMatch(/^\| nDCG@10 \| All \| fr \| .* \| typos \|/)
    expect(line).toMatch(/^\| one \| 0\.\d\d \|/)
    expect(line?.split("|")).toHaveLength(head?.split("|").length ?? 0)
  })
})
