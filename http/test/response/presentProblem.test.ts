import { type Issue, issue } from "@agenda-engine/core/domain/error/Issue"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { presentIssues, presentProblem } from "../../src/response/presentProblem.js"

const detailOf = (...issues: Parameters<typeof issue>[]) =>
  presentProblem({ kind: "parameters", message: "parameters are invalid", issues: issues.map((one) => issue(...one)) }, "")["detail"]

describe("the detail of a problem", () => {
  it("names each field once", () => {
    expect(detailOf(["parameter.invalid", "uid", { message: 'uid takes a whole number, not "x"' }])).toBe(
      'uid takes a whole number, not "x"'
    )
    expect(detailOf(["json.invalid", ""])).toBe("the body is not a JSON object")
    expect(detailOf(["required", "title"], ["required", "end", { message: "ends are needed" }])).toBe(
      "title: a value is required; end: ends are needed"
    )
  })

  it("reports how many errors it omits", () => {
    const many = Array.from({ length: 5 }, (_, index) => ["required", `field${index}`] as const)
    expect(detailOf(...many.map(([code, field]): Parameters<typeof issue> => [code, field]))).toMatch(/^field0: .*; and 2 more$/)
  })
})

describe("the origin of an error", () => {
  const originOf = (found: Issue) => presentIssues([found], defaultLimits)[0]?.["origin"]
  it("is empty where a needed value is absent or null", () => {
    expect(originOf(issue("required", "timings"))).toBe("")
    expect(originOf(issue("required", "timings", { origin: null }))).toBe("")
    expect(originOf(issue("required", "timings", { origin: [] }))).toEqual([])
  })
  it("is the null that stands for another value", () => {
    expect(originOf(issue("type.invalid", "offers", { index: 0, origin: null }))).toBe(null)
  })
  it("is cut by characters, whatever their number of UTF-16 units", () => {
    const origin_chars_max = 5
    const character = fc.constantFrom("a", "é", "🎉", "\ud83c", "\udf89")
    fc.assert(fc.property(fc.array(character, { maxLength: 14 }), (characters) => {
      const origin = characters.join("")
      const [shown] = presentIssues([issue("required", "title", { origin })], { ...defaultLimits, origin_chars_max })
      expect(shown?.["origin"]).toBe([...origin].slice(0, origin_chars_max).join(""))
    }))
  })
})
