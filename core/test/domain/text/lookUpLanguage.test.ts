import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { languageTag } from "../../../src/domain/text/languageTag.js"
import { chooseLanguage, lookUpLanguage } from "../../../src/domain/text/MultilingualText.js"

const tag = FastCheck.constantFrom("pt", "pt-BR", "pt-PT", "fr", "fr-CA", "zh-Hant", "zh-Hant-TW", "zh-Hans", "oc")
const tags = FastCheck.uniqueArray(tag, { maxLength: 5 })
const primaryOf = (tag: string) => tag.split("-")[0]

describe("languageTag", () => {
  it.each([["FR", "fr"], ["PT-br", "pt-BR"], ["zh-hant-tw", "zh-Hant-TW"], ["de-1996", "de-1996"], ["sl-NEDIS", "sl-nedis"]])(
    "reads %s as %s",
    (text, expected) => expect(languageTag(text)).toBe(expected)
  )

  it.each(["", "f", "french", "fr_FR", "fr-", "-fr", "*", "fr-*", "fr fr"])(
    "is none: %j",
    (text) => expect(languageTag(text)).toBeUndefined()
  )

  it("is idempotent", () => {
    FastCheck.assert(FastCheck.property(tag, (text) => {
      expect(languageTag(text.toUpperCase())).toBe(text)
    }))
  })
})

describe("lookUpLanguage", () => {
  it.each([
    ["pt", ["en", "pt-BR"], "pt-BR"],
    ["pt-BR", ["en", "pt"], "pt"],
    ["pt-PT", ["en", "pt-BR"], "pt-BR"],
    ["fr-CA", ["fr-FR", "fr"], "fr"],
    ["FR", ["fr"], "fr"],
    ["zh-Hant-TW", ["zh-Hans", "zh-Hant"], "zh-Hant"],
    ["p", ["pt"], undefined],
    ["fr", ["frr"], undefined],
    ["en", [], undefined]
  ])("finds for %s among %j: %s", (requested, tags, expected) => expect(lookUpLanguage(requested, tags)).toBe(expected))

  it("finds the requested tag, else one with its primary language if there is any", () => {
    FastCheck.assert(FastCheck.property(tag, tags, (asked, there) => {
      const found = lookUpLanguage(asked, there)
      if (there.includes(asked)) expect(found).toBe(asked)
      else if (found === undefined) expect(there.map(primaryOf)).not.toContain(primaryOf(asked))
      else expect(primaryOf(found)).toBe(primaryOf(asked))
    }))
  })
})

describe("chooseLanguage", () => {
  it("returns the value of the first requested language that look-up finds, else the first value", () => {
    const texts = { en: "Summer", "pt-BR": "Verão", fr: "Été" }
    expect(chooseLanguage(texts, ["pt", "fr"])).toBe("Verão")
    expect(chooseLanguage(texts, ["de", "fr-CA"])).toBe("Été")
    expect(chooseLanguage(texts, ["de"])).toBe("Summer")
    expect(chooseLanguage(texts, [])).toBe("Summer")
    expect(chooseLanguage({}, ["fr"])).toBeUndefined()
  })
})
