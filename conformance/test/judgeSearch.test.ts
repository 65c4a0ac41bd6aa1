import { describe, expect, it } from "@effect/vitest"
import { judgedDocuments, judgedPlaces } from "../src/judged/JudgedDocument.js"
import { judgedClasses, judgedLanguages, judgedQueries } from "../src/judged/JudgedQuery.js"
import { judgeSearch, rankingGain } from "../src/judged/judgeSearch.js"

describe("the judged searches", () => {
  const ids = judgedDocuments.map(({ id }) => id)

  it("refer to existing events, each once", () => {
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(judgedQueries.map(({ search }) => search)).size).toBe(judgedQueries.length)
    expect(judgedQueries.flatMap(({ grades }) => Object.keys(grades).map(Number)).filter((id) => !ids.includes(id))).toEqual([])
    expect(ids.length).toBeGreaterThanOrEqual(300)
    expect(judgedQueries.length).toBeGreaterThanOrEqual(200)
  })

  it("refer to existing locations", () => {
    const places = judgedPlaces.map(({ id }) => id)
    expect(judgedDocuments.flatMap(({ place = [] }) => place).filter((id) => !places.includes(id))).toEqual([])
  })

  it("are at least three in each language of each class", () => {
    const few = judgedClasses.filter((kind) =>
      judgedLanguages.some((language) => judgedQueries.filter((query) => query.class === kind && query.language === language).length < 3)
    )
    expect(few).toEqual([])
  })

  const all = judgeSearch()

  it("rank relevant events first", () => {
    expect(all.mean).toBeGreaterThanOrEqual(0.9)
  })

  it.each(judgedClasses)("of the class %s rank relevant events first", (kind) => {
    expect(new Map(all.classes).get(kind)).toBeGreaterThanOrEqual(0.85)
  })

  it.each(judgedLanguages)("of the language %s rank relevant events first", (language) => {
    expect(new Map(all.languages).get(language)).toBeGreaterThanOrEqual(0.85)
  })
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
