import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { compareCodePoints } from "../../../src/domain/text/compareCodePoints.js"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe("compareCodePoints", () => {
  it.each([
    ["", "", 0],
    ["", "a", -1],
    ["ab", "a", 1],
    ["Z", "a", -1],
    ["a", "é", -1],
    ["\u{fa0e}", "\u{1d11e}", -1],
    ["\u{1d11e}", "\u{1d11f}", -1]
  ])("%j against %j is %i", (left, right, sign) => {
    expect(Math.sign(compareCodePoints(left, right))).toBe(sign)
    expect(Math.sign(compareCodePoints(right, left))).toBe(sign === 0 ? 0 : -sign)
  })

  it("the order equals the order of UTF-8 bytes", () => {
    const text = FastCheck.string({ unit: "grapheme" })
    FastCheck.assert(FastCheck.property(text, text, (left, right) => {
      expect(Math.sign(compareCodePoints(left, right))).toBe(Buffer.compare(bytes(left), bytes(right)))
    }))
  })
})
