import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { readSearch, search_words_max } from "../../src/text/readSearch.js"

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

  it.each([[[]], [[""]], [[" ", '""', "🎉?!"]]])("finds nothing to search for in %j", (values) => {
    expect(outline(values)).toBe("Nothing")
  })

  it("refuses more words than are bearable, counted over all values", () => {
    const most = Array.from({ length: search_words_max }, (_, index) => `mot${index}`)
    expect(readSearch([most.join(" ")])._tag).toBe("Search")
    expect(readSearch([most.slice(1).join(" "), `"un mot"`])).toEqual({ _tag: "TooManyWords", words: search_words_max + 1 })
  })

  it("says in the plan what is looked for", () => {
    expect(readSearch(['"Grands bals" danses'])).toEqual({
      _tag: "Search",
      plan: {
        alternatives: [{
          words: [{
            folded: "danses",
            tokens: ["w:danses", "de:dans", "en:dans", "es:dans", "fr:dans", "it:danses", "nl:danses", "pt:dans"],
            prefixes: ["p:danses"],
            optionalIn: []
          }],
          phrases: [{
            folded: "grands bals",
            length: 2,
            runs: [
              "w:grands w:bals",
              "de:grand de:bal",
              "en:grand en:bal",
              "es:grands es:bals",
              "fr:grand fr:bal",
              "it:grands it:bals",
              "nl:grand nl:bal",
              "pt:grands pt:bals"
            ]
          }]
        }]
      }
    })
  })

  const wordsOf = (value: string) => {
    const reading = readSearch([value])
    return reading._tag !== "Search" ? [] : reading.plan.alternatives.flatMap(({ words }) => words)
  }

  it("looks for a stop word beside others in texts of other languages alone", () => {
    expect(wordsOf("jazz aux")).toMatchObject([{ folded: "jazz", optionalIn: [] }, {
      folded: "aux",
      tokens: ["w:aux", "de:aux", "en:aux", "es:aux", "it:aux", "nl:aux", "pt:aux"],
      prefixes: ["w:aux", "de:aux", "en:aux", "es:aux", "it:aux", "nl:aux", "pt:aux"],
      optionalIn: ["fr"]
    }])
  })

  it("looks for stop words of a language where there is no other word in it", () => {
    expect(wordsOf("aux")).toMatchObject([{
      tokens: ["w:aux", "de:aux", "en:aux", "es:aux", "fr:aux", "it:aux", "nl:aux", "pt:aux", "sfr:aux"],
      prefixes: ["p:aux"],
      optionalIn: []
    }])
    // The English article is French tea.
    expect(wordsOf("le the").map(({ folded, optionalIn }) => [folded, optionalIn])).toEqual([["le", ["es", "fr", "it"]], ["the", ["en"]]])
    expect(wordsOf('le "bal"')).toMatchObject([{ optionalIn: ["es", "fr", "it"] }])
  })

  it("gives plans that survive JSON", () => {
    FastCheck.assert(FastCheck.property(FastCheck.array(FastCheck.string({ unit: "binary" }), { maxLength: 3 }), (values) => {
      const reading = readSearch(values)
      expect(JSON.parse(JSON.stringify(reading))).toEqual(reading)
    }))
  })
})
