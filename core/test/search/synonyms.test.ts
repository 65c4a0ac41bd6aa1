import { describe, expect, it } from "@effect/vitest"
import { readSynonyms } from "../../src/search/synonyms.js"

const synonymsOf = readSynonyms([["expo", "exposition"], ["ciné", "Cinéma", "film"]])

describe("readSynonyms", () => {
  it.each([
    ["expo", ["exposition"]],
    ["expositions", ["expo", "exposition"]],
    ["cine", ["cinema", "film"]],
    ["concert", []]
  ])("answers the other words of the groups of %s", (word, others) => {
    expect(synonymsOf(word)).toEqual(others)
  })
})
