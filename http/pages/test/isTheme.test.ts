import { isTheme } from "@agenda-engine/http/HttpSettings"
import { describe, expect, it } from "@effect/vitest"

describe("isTheme", () => {
  it.each(["--a:red", " --a : red ; ", "--agenda-accent:#b00020;--agenda-radius:0", "--a:;\n--b:1px "])("takes %j", (text) => {
    expect(isTheme(text)).toBe(true)
  })

  it.each(["", ";", "a:red", "--a", "--a:red;;", "--a:red;b:0", "--a:red}*{", "--a:</style>", "--a:\\7d", "@import 'a'"])(
    "refuses %j",
    (text) => {
      expect(isTheme(text)).toBe(false)
    }
  )

  it("takes linear time", () => {
    expect(isTheme(`--a:${" ".repeat(200_000)}{`)).toBe(false)
  })
})
