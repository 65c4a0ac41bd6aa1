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
    ["fr", "français", "françaises"],
    ["fr", "japonais", "Japonaise"],
    ["fr", "petit", "petites"],
    ["fr", "blanc", "blanche"],
    ["fr", "actif", "actives"],
    ["fr", "public", "publiques"],
    ["fr", "travail", "travaux"],
    ["fr", "vitrail", "vitraux"],
    ["fr", "esprit", "esprits"],
    ["fr", "saint", "st"],
    ["fr", "11e", "11eme"],
    ["fr", "1er", "1ere"],
    ["fr", "entrepreneur", "entrepreneuses"],
    ["de", "kurs", "kurse"],
    ["de", "kurs", "kursen"],
    ["en", "child", "childrens"],
    ["en", "theatre", "theater"],
    ["en", "organise", "organization"],
    ["en", "sing", "sang"],
    ["de", "Führung", "Fuehrungen"],
    ["de", "Künstler", "Künstlerinnen"],
    ["de", "Museum", "Museen"],
    ["es", "luz", "luces"],
    ["es", "taller", "talleres"],
    ["es", "francés", "francesas"],
    ["it", "concerto", "concerti"],
    ["it", "laboratorio", "laboratori"],
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
    ["fr", "français", "France"],
    ["fr", "japonais", "Japon"],
    ["fr", "Rennes", "René"],
    ["fr", "cours", "courses"],
    ["fr", "fraise", "frais"],
    ["en", "organ", "organisation"],
    ["en", "organic", "organ"],
    ["en", "news", "new"],
    ["es", "mesa", "mes"],
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
    ["son", ["es"]],
    ["autour", ["fr"]],
    ["about", ["en"]],
    ["est", []],
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
