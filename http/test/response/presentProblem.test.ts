import { issue } from "@agenda-engine/core/domain/error/Issue"
import { describe, expect, it } from "vitest"
import { presentProblem } from "../../src/response/presentProblem.js"

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
