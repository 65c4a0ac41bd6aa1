import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { cleanText, countChars, isBlankText } from "../../../src/domain/text/cleanText.js"

describe("cleanText", () => {
  it("cleans a character in the same way on the fast path and the slow path", () => {
    for (let code = 0; code < 0x2_500; code++) {
      const text = `a${String.fromCharCode(code)}b`
      expect(`${cleanText(text)}\u3042`).toBe(cleanText(`${text}\u3042`))
    }
  })

  it.each([
    ["combining characters are composed", "e\u0301te\u0301", "été"],
    ["control characters become spaces", "a\u0000b\u001bc\u007fd\u0085e", "a b c d e"],
    ["tab and newline are unchanged", "a\tb\nc", "a\tb\nc"],
    ["line ends become newlines", "a\r\nb\rc", "a\nb c"],
    ["a lone high surrogate is replaced", "a\ud83cb", "a\ufffdb"],
    ["a lone low surrogate is replaced", "\udf89", "\ufffd"],
    ["a surrogate pair is unchanged", "🎉", "🎉"],
    ["nothing is trimmed", "  a ", "  a "]
  ])("normalizes a text: %s", (_label, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned)
  })

  it("is idempotent", () => {
    FastCheck.assert(FastCheck.property(FastCheck.array(FastCheck.integer({ min: 0, max: 0xffff })), (units) => {
      const cleaned = cleanText(String.fromCharCode(...units))
      expect(cleanText(cleaned)).toBe(cleaned)
      expect(cleaned).not.toMatch(/\p{Cs}/u)
      expect(cleaned).not.toMatch(/(?![\t\n])\p{Cc}/u)
      expect(cleaned.normalize("NFC")).toBe(cleaned)
    }))
  })
})

describe("countChars", () => {
  it.each([["", 0], ["né", 2], ["🎉🎉", 2], ["👩‍👧", 3], ["a\ud83c", 2]])("counts the code points of %j as %i", (text, count) => {
    expect(countChars(text)).toBe(count)
  })
})

/** Texts that show nothing. */
const blanks = [
  ..." \t\n\u00a0\u1680\u2000\u2009\u202f\u205f\u3000\u2028\u2029\ufeff",
  ..."\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2064\u206a\u00ad\u034f\u061c\u180b\u180e\u17b4\u17b5",
  ..."\u115f\u1160\u3164\uffa0\u2800\ufffc\ufe00\ufe0f\u0301\u20dd\u0e31\u202a\u202e\u2066\u2069\u{1d173}\u{1d159}\u{e0020}\u{e0100}"
]

describe("isBlankText", () => {
  it.each(["", ...blanks, blanks.join("")])("is true of %j", (text) => {
    expect(isBlankText(text)).toBe(true)
    expect(isBlankText(cleanText(text))).toBe(true)
  })

  it.each(["a", "é", "e\u0301", "\u200b1", "\u2800.", "住", "가", "🎉", "❤️", "👨\u200d👩", "1️⃣", "½", "-", "ไ", "ﷺ", "🇫🇷"])(
    "is false of %j",
    (text) => {
      expect(isBlankText(text)).toBe(false)
    }
  )

  it("is decided at the first character that is shown", () => {
    expect(isBlankText(`${"\u200b".repeat(1_000_000)}a`)).toBe(false)
  })
})
