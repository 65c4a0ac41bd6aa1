import { describe, expect, it } from "@effect/vitest"
import { districtAt, districtOf } from "../../src/search/districts.js"

describe("districtAt", () => {
  it.each<readonly [string, string | null]>([
    ["paris 11", "11e"],
    ["bal paris 1", "1e"],
    ["lyon 9", "9e"],
    ["marseille 16", "16e"],
    ["paris 21", null],
    ["paris 0", null],
    ["lyon 10", null],
    ["nantes 3", null],
    ["11", null],
    ["paris 11 novembre", null],
    ["paris 20 h", null],
    ["paris 11 12", null],
    ["paris 2024", null],
    ["constructor 1", null],
    ["universite paris 1", null],
    ["universite de paris 8", null],
    ["university of lyon 2", null],
    ["univ lyon 3", null],
    ["universite lumiere lyon 2", null],
    ["universite pantheon assas paris 2", null],
    ["universites de lyon 1", null],
    ["universite ouverte a tous a paris 5", "5e"]
  ])("%s", (text, district) => {
    const words = text.split(" ")
    const index = words.findIndex((word) => /^\d/.test(word))
    expect(districtAt(words, index)).toBe(district)
  })
})

describe("districtOf", () => {
  it.each<readonly [string | null, string | null, string | null]>([
    ["FR", "75001", "1 1e 1eme 1er premier arrondissement"],
    ["FR", "69009", "9 9e 9eme arrondissement"],
    ["FR", "13016", "16 16e 16eme arrondissement"],
    ["FR", "13100", null],
    ["FR", "75116", null],
    ["FR", null, null],
    ["BE", "75001", null]
  ])("%s %s", (countryCode, postalCode, district) => {
    expect(districtOf({ countryCode, postalCode })).toBe(district)
  })
})
