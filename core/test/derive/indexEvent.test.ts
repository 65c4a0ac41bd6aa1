import { describe, expect, it } from "@effect/vitest"
import { indexEvent } from "../../src/derive/indexEvent.js"
import { indexLocation } from "../../src/derive/indexLocation.js"

describe("indexEvent", () => {
  it.each([
    ["folds", { fr: ["Été", "Plein  Air"] }, ["ete", "plein air"]],
    ["keeps each once over all languages", { fr: ["Jazz", "JAZZ"], en: ["jazz", "rock"] }, ["jazz", "rock"]],
    ["leaves out what folds to nothing", { fr: ["\u0301", "a"] }, ["a"]],
    ["none", {}, []]
  ])("%s", (_label, keywords, folded) => {
    expect(indexEvent({ keywords })).toEqual({ keywords: folded })
  })
})

describe("indexLocation", () => {
  it("folds what is compared", () => {
    expect(indexLocation({
      name: "Théâtre",
      address: "1 Rue É",
      adminLevel1: "Île-de-France",
      adminLevel2: null,
      adminLevel3: null,
      adminLevel4: "Sète",
      adminLevel5: null,
      adminLevel6: "Öst"
    })).toEqual({
      name: "theatre",
      adminLevel1: "ile-de-france",
      adminLevel2: null,
      adminLevel3: null,
      adminLevel4: "sete",
      adminLevel5: null,
      adminLevel6: "ost",
      search: "theatre 1 rue e sete"
    })
  })
})
