import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { cleanText, countChars } from "../../../src/domain/text/cleanText.js"

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
