import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { foldText } from "../../src/domain/text/foldText.js"
import { type StemLanguage, stemLanguageOf, stemLanguages } from "../../src/search/StemLanguage.js"
import { stemOf } from "../../src/search/stemOf.js"
import { stopLanguagesOf } from "../../src/search/stopWords.js"
import { searchWords, word_chars_max } from "../../src/search/tokenText.js"

const stem = (language: StemLanguage, word: string) => stemOf(language, foldText(word))

describe("stemOf", () => {
  it.each<readonly [StemLanguage, string, string]>([
    ["fr", "exposition", "expositions"],
    ["fr", "activité", "activités"],
    ["fr", "chanté", "chantées"],
    ["fr", "danser", "danse"],
    ["fr", "premier", "premières"],
    ["fr", "jeu", "jeux"],
    ["fr", "journal", "journaux"],
    ["fr", "vélo", "vélos"],
    ["fr", "danseur", "danseuses"],
    ["fr", "acteur", "actrices"],
    ["fr", "œuvre", "ŒUVRES"],
    ["en", "exhibit", "exhibitions"],
    ["en", "adopt", "adoption"],
    ["en", "story", "stories"],
    ["en", "walk", "walking"],
    ["en", "child", "children"],
    ["de", "Haus", "Häuser"],
    ["de", "Führung", "Führungen"],
    ["de", "Straße", "Strassen"],
    ["it", "mostra", "mostre"],
    ["it", "bambino", "bambini"],
    ["es", "habitación", "habitaciones"],
    ["es", "niño", "niños"],
    ["nl", "kind", "kinderen"],
    ["nl", "tentoonstelling", "tentoonstellingen"],
    ["pt", "exposição", "exposições"],
    ["pt", "animal", "animais"],
    ["pt", "viagem", "viagens"]
  ])("%s: %s and %s are one", (language, left, right) => {
    expect(stem(language, left)).toBe(stem(language, right))
  })

  it.each<readonly [StemLanguage, string, string]>([
    ["fr", "concert", "conte"],
    ["fr", "musée", "musique"],
    ["en", "exhibition", "exhaustion"],
    ["en", "constructor", "construction"],
    ["de", "Kunst", "Kino"],
    ["nl", "film", "fiets"]
  ])("%s: %s and %s are two", (language, left, right) => {
    expect(stem(language, left)).not.toBe(stem(language, right))
  })

  it.each(stemLanguages)("%s: does not change foreign words", (language) => {
    expect(stem(language, "2024")).toBe("2024")
    expect(stem(language, "москва")).toBe("москва")
    expect(stem(language, "東京")).toBe("東京")
  })

  it("returns indexable words, and the same ones each time", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.constantFrom(...stemLanguages), FastCheck.string({ unit: "binary" }), (language, text) => {
        for (const word of searchWords(text)) {
          const once = stemOf(language, word)
          expect(searchWords(once)).toEqual([once])
          expect(stemOf(language, word)).toBe(once)
        }
      })
    )
  })

  it("returns the right stem after its cache was cleared", () => {
    const before = stem("fr", "expositions")
    for (let number = 0; number < 40_000; number++) stemOf("fr", `mot${number}s`)
    expect(stem("fr", "expositions")).toBe(before)
    expect(stemOf("fr", "mot17s")).toBe("mot17")
  })
})

describe("stemLanguageOf", () => {
  it.each([
    ["fr", "fr"],
    ["FR", "fr"],
    ["pt-BR", "pt"],
    ["de-Latn-AT", "de"],
    ["br", null],
    ["fra", null],
    ["", null]
  ])("reads %j as %j", (tag, language) => {
    expect(stemLanguageOf(tag)).toBe(language)
  })
})

describe("stopLanguagesOf", () => {
  it.each([
    ["the", ["en"]],
    ["de", ["es", "fr", "nl", "pt"]],
    ["qu", ["fr"]],
    ["fur", ["de"]],
    ["son", []],
    ["concert", []],
    ["", []],
    ["constructor", []]
  ])("of %j are %j", (word, languages) => {
    expect(stopLanguagesOf(word)).toEqual(languages)
  })

  it("compares folded words", () => {
    for (const word of ["à", "für", "où", "über"]) expect(stopLanguagesOf(foldText(word))).not.toEqual([])
  })
})

describe("searchWords", () => {
  it("splits words at whole characters", () => {
    expect(searchWords("a".repeat(word_chars_max + 1))).toEqual(["a".repeat(word_chars_max)])
    expect(searchWords("𝒳".repeat(3))).toEqual(["xxx"])
    expect(searchWords("𐐨".repeat(word_chars_max + 1))).toEqual(["𐐨".repeat(word_chars_max)])
  })
})
