import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { readSearch, search_words_max } from "../../src/search/readSearch.js"
import { stemLanguages } from "../../src/search/StemLanguage.js"
import { tokenText } from "../../src/search/tokenText.js"

const outline = (values: ReadonlyArray<string>) => {
  const reading = readSearch(values)
  return reading._tag !== "Search" ? reading._tag : reading.plan.alternatives.map(({ phrases, words }) => [
    ...words.map(({ folded, prefixes }) => prefixes.length === 0 ? folded : `${folded}*`),
    ...phrases.map(({ folded }) => `"${folded}"`)
  ])
}

describe("readSearch", () => {
  it.each<readonly [ReadonlyArray<string>, ReadonlyArray<ReadonlyArray<string>>]>([
    [["Concert"], [["concert*"]]],
    [["  Concert  d'ÉTÉ, "], [["concert", "d", "ete*"]]],
    [['"La vie en rose"'], [['"la vie en rose"']]],
    [['"vie en rose" pia'], [["pia*", '"vie en rose"']]],
    [['pia "vie en rose"'], [["pia", '"vie en rose"']]],
    [["“vie en rose” pia"], [["pia*", '"vie en rose"']]],
    [['"vie en ro'], [["vie", "en", "ro*"]]],
    [['"bal folk" "vie en ro'], [["vie", "en", "ro*", '"bal folk"']]],
    [['jazz""'], [["jazz*"]]],
    [['jazz "!"'], [["jazz*"]]],
    [["jazz jazz"], [["jazz"]]],
    [["jazz bal JAZZ"], [["jazz", "bal"]]],
    [['"bal" "Bal" bal'], [["bal*", '"bal"']]],
    [["jazz", "bal folk"], [["jazz*"], ["bal", "folk*"]]],
    [["jazz", "", "!!"], [["jazz*"]]]
  ])("reads %j", (values, alternatives) => {
    expect(outline(values)).toEqual(alternatives)
  })

  it.each([[[]], [[""]], [[" ", '""', "🎉?!"]]])("%j has no words", (values) => {
    expect(outline(values)).toBe("Nothing")
  })

  it("refuses too many words, counted over all values", () => {
    const most = Array.from({ length: search_words_max }, (_, index) => `mot${index}`)
    expect(readSearch([most.join(" ")])._tag).toBe("Search")
    expect(readSearch([most.slice(1).join(" "), `"un mot"`])).toEqual({ _tag: "TooManyWords", words: search_words_max + 1 })
  })

  it("counts a word repeated in a value once, and equal values once", () => {
    const again = "jazz ".repeat(search_words_max + 1)
    expect(readSearch([again])._tag).toBe("Search")
    expect(readSearch(Array.from({ length: search_words_max + 1 }, () => "jazz"))._tag).toBe("Search")
    expect(readSearch([`"${again}"`])).toEqual({ _tag: "TooManyWords", words: search_words_max + 1 })
  })

  it("the plan has the words and phrases of the search", () => {
    expect(readSearch(['"Grands bals" danses'])).toEqual({
      _tag: "Search",
      plan: {
        alternatives: [{
          words: [{
            folded: "danses",
            typed: "p:danses",
            tokens: ["w:danses", "de:dans", "en:dans", "es:dans", "fr:dans", "it:danses", "nl:danses", "pt:dans", "j:danses"],
            prefixes: ["p:danses"],
            optionalIn: []
          }],
          phrases: [{
            folded: "grands bals",
            runs: [
              { tokens: "w:grands w:bals", scored: 2, placeOnly: false },
              { tokens: "de:grand de:bal", scored: 2, placeOnly: false },
              { tokens: "en:grand en:bal", scored: 2, placeOnly: false },
              { tokens: "es:grands es:bals", scored: 2, placeOnly: false },
              { tokens: "fr:grand fr:bal", scored: 2, placeOnly: false },
              { tokens: "it:grands it:bals", scored: 2, placeOnly: false },
              { tokens: "nl:grand nl:bal", scored: 2, placeOnly: false },
              { tokens: "pt:grands pt:bals", scored: 2, placeOnly: false }
            ]
          }],
          inOrder: []
        }]
      }
    })
  })

  it("the plan has accented words as they are typed, and the words in their order", () => {
    const reading = readSearch(["Marché de NOËL"])
    const [alternative] = reading._tag === "Search" ? reading.plan.alternatives : []
    expect(alternative?.words.map(({ typed }) => typed)).toEqual(["x:marché", "p:de", "x:noël"])
    expect(alternative?.inOrder).toContain("fr:march sfr:de fr:noel")
    expect(alternative?.inOrder).toContain("w:marche w:de w:noel")
  })

  const wordsOf = (value: string) => {
    const reading = readSearch([value])
    return reading._tag !== "Search" ? [] : reading.plan.alternatives.flatMap(({ words }) => words)
  }

  it("a word of some length also matches two words in one, and two words their joined form", () => {
    expect(wordsOf("hiphop")[0]?.tokens).toContain("j:hiphop")
    expect(wordsOf("bal")[0]?.tokens.filter((token) => token.startsWith("j:"))).toEqual([])
    for (const { tokens } of wordsOf("video juego")) expect(tokens).toContain("p:videojuego")
    expect(wordsOf("bal de folk").flatMap(({ tokens }) => tokens).filter((token) => token.includes("balfolk"))).toEqual([])
  })

  it("a number behind a city with districts means a district", () => {
    expect(wordsOf("paris 11").map(({ folded }) => folded)).toEqual(["paris", "11e"])
    expect(wordsOf("paris 11 novembre").map(({ folded }) => folded)).toEqual(["paris", "11", "novembre"])
  })

  it("a stop word beside other words matches only in texts of other languages", () => {
    expect(wordsOf("jazz aux")).toMatchObject([{ folded: "jazz", optionalIn: [] }, {
      folded: "aux",
      tokens: ["w:aux", "de:aux", "en:aux", "es:aux", "it:aux", "nl:aux", "pt:aux"],
      prefixes: ["w:aux", "de:aux", "en:aux", "es:aux", "it:aux", "nl:aux", "pt:aux"],
      optionalIn: ["fr"]
    }])
  })

  it("stop words of a language match when there is no other word in it", () => {
    expect(wordsOf("aux")).toMatchObject([{
      tokens: ["w:aux", "de:aux", "en:aux", "es:aux", "fr:aux", "it:aux", "nl:aux", "pt:aux", "sfr:aux"],
      prefixes: ["p:aux"],
      optionalIn: []
    }])
    // The English article is French tea.
    expect(wordsOf("le the").map(({ folded, optionalIn }) => [folded, optionalIn])).toEqual([["le", ["es", "fr", "it"]], ["the", ["en"]]])
    expect(wordsOf('le "bal"')).toMatchObject([{ optionalIn: ["es", "fr", "it"] }])
  })

  const runsOf = (value: string) => {
    const reading = readSearch([value])
    return reading._tag !== "Search" ? [] : reading.plan.alternatives.flatMap(({ phrases }) => phrases.flatMap(({ runs }) => runs))
  }

  it("scores the words of a phrase except the stop words of each language", () => {
    expect(runsOf('"lion d\'or"').filter(({ tokens }) => tokens.startsWith("fr:") || tokens.startsWith("w:"))).toEqual([
      { tokens: "w:lion w:d w:or", scored: 3, placeOnly: false },
      { tokens: "fr:lion sfr:d fr:or", scored: 2, placeOnly: false },
      { tokens: "fr:lion sfr:d sfr:or", scored: 1, placeOnly: true }
    ])
    expect(runsOf('"de la"').filter(({ tokens }) => tokens.startsWith("sfr:"))).toMatchObject([{ tokens: "sfr:de sfr:la", scored: 2 }])
    expect(runsOf('"de la" bal').filter(({ tokens }) => tokens.startsWith("sfr:"))).toMatchObject([{ tokens: "sfr:de sfr:la", scored: 0 }])
  })

  it("a phrase has at most one run per pair of languages", () => {
    const words = ["als", "and", "con", "dans", "che", "dat", "pelo", "des", "di", "on", "de", "or"]
    FastCheck.assert(FastCheck.property(FastCheck.array(FastCheck.constantFrom(...words), { minLength: 1, maxLength: 12 }), (phrase) => {
      expect(runsOf(`"${phrase.join(" ")}"`).length).toBeLessThanOrEqual(1 + 7 * 7)
    }))
  })

  it("a phrase has one run per language that can occur outside the location, and one for other languages", () => {
    const words = ["als", "and", "con", "dans", "che", "dat", "pelo", "des", "di", "on", "de", "or"]
    FastCheck.assert(FastCheck.property(FastCheck.array(FastCheck.constantFrom(...words), { minLength: 1, maxLength: 12 }), (phrase) => {
      const anywhere = runsOf(`"${phrase.join(" ")}"`).filter(({ placeOnly }) => !placeOnly)
      expect(anywhere).toHaveLength(1 + 7)
      for (const language of stemLanguages) {
        const text = tokenText([{ language, text: phrase.join(" ") }])
        expect(anywhere.filter(({ tokens }) => text.includes(` ${tokens} `))).toHaveLength(1)
      }
    }))
  })

  it("plans survive JSON", () => {
    FastCheck.assert(FastCheck.property(FastCheck.array(FastCheck.string({ unit: "binary" }), { maxLength: 3 }), (values) => {
      const reading = readSearch(values)
      expect(JSON.parse(JSON.stringify(reading))).toEqual(reading)
    }))
  })
})
