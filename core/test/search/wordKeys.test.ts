import { describe, expect, it } from "@effect/vitest"
import { searchedKeys, titleKeys, wordKeys } from "../../src/search/wordKeys.js"

const beginnings = (search: string): ReadonlyArray<string> => searchedKeys(search).map(({ beginning }) => beginning)

const isFound = (search: string, keys: ReadonlyArray<string>): boolean =>
  searchedKeys(search).every(({ beginning, forms }) => keys.some((key) => key.startsWith(beginning) || forms.includes(key)))

describe("wordKeys", () => {
  it("are the folded words, their stems in the language of the text, and compounds in one word", () => {
    expect(wordKeys([{ language: "fr", text: "Ciné-club : expositions" }])).toEqual([
      "cine",
      "cin",
      "club",
      "expositions",
      "exposit",
      "cineclub"
    ])
  })

  it("have no stem of a stop word, and none in a language without stems", () => {
    expect(wordKeys([{ language: "fr", text: "les" }, { language: "br", text: "sonerien" }])).toEqual(["les", "sonerien"])
  })

  it("contain each key once", () => {
    expect(wordKeys([{ language: "fr", text: "concert concerts" }])).toEqual(["concert", "concerts"])
  })
})

describe("a title", () => {
  it.each([
    ["concerts", "Concert du dimanche"],
    ["exposition", "Les expositions de la ville"],
    ["japonaise", "Cinéma japonais"],
    ["cineclub", "Le ciné-club"],
    ["ciné-club", "Cineclub de Brest"],
    ["oconnor", "O'Connor Sessions"],
    ["märkte", "Der Markt"],
    ["talleres", "Taller abierto"],
    ["mostre", "La mostra"],
    ["st germain", "Marché de Saint-Germain"]
  ])("is found by %s: %s", (search, title) => {
    expect(isFound(search, titleKeys(title).split(" "))).toBe(true)
  })

  it.each([["musique", "Le musée"], ["marcheur du nord", "Marché du nord"]])("is not found by %s: %s", (search, title) => {
    expect(isFound(search, titleKeys(title).split(" "))).toBe(false)
  })
})

describe("searchedKeys", () => {
  it("leave out stop words, unless there are only such", () => {
    expect(beginnings("les concerts de la ville")).toEqual(["concerts", "ville"])
    expect(beginnings("de la")).toEqual(["de", "la"])
  })

  it("are distinct", () => {
    expect(beginnings("Jazz jazz JAZZ")).toEqual(["jazz"])
  })
})
