import { describe, expect, it } from "@effect/vitest"
import { compoundsIn } from "../../src/search/compoundsIn.js"
import type { StemLanguage } from "../../src/search/StemLanguage.js"

describe("compoundsIn", () => {
  it.each<readonly [text: string, language: StemLanguage | null, joined: ReadonlyArray<string>]>([
    ["Ciné-club et hip-hop", "fr", ["cineclub", "hiphop"]],
    ["L'avant-garde d'aujourd'hui", "fr", ["avantgarde", "aujourdhui"]],
    ["rock’n’roll", "en", ["rocknroll"]],
    ["O'Connor", "en", ["oconnor"]],
    ["O'Connor", null, []],
    ["the children's choir", "en", []],
    ["the rock-band's choir", "en", ["rockband"]],
    ["Week‑end à vélo", "fr", ["weekend"]],
    ["24-26 mai, 18h-20h, 2024-2025", "fr", []],
    ["Saint-Germain-des-Prés", "fr", []],
    ["jazz - rock", "fr", []],
    ["-jazz-", "fr", []],
    ["", "fr", []]
  ])("%j in %j has %j", (text, language, joined) => {
    expect(compoundsIn(text, language).map((compound) => compound.joined)).toEqual(joined)
  })

  it("lists the parts", () => {
    expect(compoundsIn("ciné-club", null)).toEqual([{ parts: ["cine", "club"], joined: "cineclub" }])
  })
})
