import { describe, expect, it } from "@effect/vitest"
import { type FoundTexts, suggest } from "../../src/search/suggest.js"

const found = (titles: ReadonlyArray<string>, more: Partial<FoundTexts> = {}): FoundTexts => ({
  titles,
  keywords: [],
  places: [],
  descriptions: [],
  ...more
})

const events = [
  found(["Exposition Doisneau"], { keywords: ["photographie", "exposition"], places: ["Galerie Rivoli", "Paris"] }),
  found(["L'expérience du jazz"], { places: ["Le Phare", "Paris"], descriptions: ["Une exposition sonore de photographes."] }),
  found(["Concert"], { places: ["Phare des Baleines", "Ars-en-Ré"] })
]

describe("suggest", () => {
  it("completes the last word, most frequent first, then keywords, places and titles", () => {
    expect(suggest("exp", events, 8)).toEqual([
      { type: "word", text: "Exposition" },
      { type: "word", text: "expérience" },
      { type: "title", text: "Exposition Doisneau" },
      { type: "title", text: "L'expérience du jazz" }
    ])
  })

  it("keeps the words before", () => {
    expect(suggest("concert pha", events, 8)).toEqual([
      { type: "word", text: "concert Phare" },
      { type: "place", text: "concert Le Phare" },
      { type: "place", text: "concert Phare des Baleines" }
    ])
  })

  it("completes no word behind a space", () => {
    expect(suggest("phare ", events, 8)).toEqual([
      { type: "place", text: "Le Phare" },
      { type: "place", text: "Phare des Baleines" }
    ])
  })

  it("suggests neither what is typed nor stop words", () => {
    expect(suggest("Jazz", [found(["jazz"])], 8)).toEqual([])
    expect(suggest("au", [found(["Bal au port"])], 8).filter(({ type }) => type === "word")).toEqual([])
  })

  it("is empty without words", () => {
    expect(suggest("", events, 8)).toEqual([])
    expect(suggest(' " ?', events, 8)).toEqual([])
  })

  it("has at most so many", () => {
    const many = Array.from({ length: 40 }, (_, index) => found([`Concert no${index}`], { keywords: [`concertx${index}`] }))
    expect(suggest("conc", many, 8)).toHaveLength(8)
    expect(suggest("conc", many, 1)).toHaveLength(1)
    expect(suggest("conc", many, 8).map(({ type }) => type)).toEqual([
      "word",
      "word",
      "word",
      "keyword",
      "keyword",
      "title",
      "title",
      "title"
    ])
  })
})
