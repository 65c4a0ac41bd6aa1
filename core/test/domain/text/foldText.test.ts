import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { foldText, foldWords } from "../../../src/domain/text/foldText.js"

describe("foldText", () => {
  it.each([
    ["case and accents", "Fête d'ÉTÉ à Sète", "fete d'ete a sete"],
    ["sharp s", "Straße STRASSE STRAẞE", "strasse strasse strasse"],
    ["ligatures", "Œuvre, cœur, Æther, ﬁn", "oeuvre, coeur, aether, fin"],
    ["letters with strokes", "Łódź Ørsted Đorđe", "lodz orsted dorde"],
    ["decomposed characters", "e\u0301", "e"],
    ["white space", "  a \t\n b\u00a0c ", "a b c"],
    ["full width", "ＡＢＣ１", "abc1"],
    ["final sigma", "ΟΔΟΣ οδοσ", "οδοσ οδοσ"],
    ["a letter that shares its capital with another", "\u1c80", "в"],
    ["dotless and dotted i", "ıI", "ii"],
    ["dotted capital i", "İSTANBUL", "istanbul"],
    ["other scripts are unchanged", "Москва 東京", "москва 東京"],
    ["nothing", "", ""]
  ])("%s", (_label, text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it("is idempotent", () => {
    FastCheck.assert(FastCheck.property(FastCheck.string({ unit: "binary" }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text))
    }))
  })

  it("folds a character in the same way on the fast path and the slow path", () => {
    for (let code = 0; code < 0x2_500; code++) {
      const text = `a${String.fromCodePoint(code)}b`
      expect(`${foldText(text)}1`).toBe(foldText(`${text}\u2460`))
    }
  })

  it("ignores case and composition", () => {
    FastCheck.assert(FastCheck.property(FastCheck.string({ unit: "grapheme" }), (text) => {
      expect(foldText(text.normalize("NFD"))).toBe(foldText(text.normalize("NFC")))
      expect(foldText(text.toUpperCase())).toBe(foldText(text))
    }))
  })
})

describe("foldWords", () => {
  it.each([
    ["elision and punctuation", "L'été, à Sète (34)!", ["l", "ete", "a", "sete", "34"]],
    ["dashes and underscores separate words", "rock-n-roll_2025", ["rock", "n", "roll", "2025"]],
    ["other scripts", "Ночь музеев 2025", ["ночь", "музеев", "2025"]],
    ["no word", " … 🎉 ", []]
  ])("%s", (_label, text, words) => {
    expect(foldWords(text)).toEqual(words)
  })

  it("splits a text at the same positions on the fast path and the slow path", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.string({ unit: FastCheck.integer({ min: 0, max: 0xff }).map((code) => String.fromCodePoint(code)) }),
        (text) => {
          expect(foldWords(text)).toEqual(foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [])
        }
      )
    )
  })

  it("returns words that are already folded", () => {
    FastCheck.assert(FastCheck.property(FastCheck.string({ unit: "binary" }), (text) => {
      for (const word of foldWords(text)) expect(foldWords(word)).toEqual([word])
    }))
  })
})
