import { describe, expect, it } from "vitest"
import { quoteJson, quoteText } from "../../../src/domain/error/Issue.js"

describe("a rejected value in a message", () => {
  it("is quoted once: texts as JSON strings, JSON unchanged", () => {
    expect(quoteText("soon")).toBe('"soon"')
    expect(quoteText('"soon"')).toBe(String.raw`"\"soon\""`)
    expect(quoteJson('{"deep":"1"}')).toBe('{"deep":"1"}')
  })

  it("is truncated to 60 code points", () => {
    expect(quoteText("x".repeat(60))).toBe(`"${"x".repeat(60)}"`)
    expect(quoteText("🎷".repeat(61))).toBe(`"${"🎷".repeat(60)}…"`)
    expect(quoteJson(JSON.stringify(Array.from({ length: 100 }, () => 1)))).toHaveLength(61)
  })
})
