import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { parseJson } from "../../../src/validation/value/parseJson.js"

describe("parseJson", () => {
  it("parses JSON", () => {
    expect(parseJson('{"a":[1,null,"[[\\""]}', "data")).toEqual(Either.right({ a: [1, null, '[["'] }))
  })
  for (const text of ["", "  ", "{", "{]", "undefined", "{'a':1}", '{"a":1,}', "1 2", "NaN"]) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      expect(Either.flip(parseJson(text, "data"))).toMatchObject(Either.right({ code: "json.invalid", field: "data" }))
    })
  }
  it("rejects JSON nested more than 64 levels deep, without a stack overflow", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)
    expect(Either.isRight(parseJson(nested(64), "data"))).toBe(true)
    expect(Either.isRight(parseJson(nested(65), "data"))).toBe(false)
    expect(Either.isRight(parseJson(nested(500_000), "data"))).toBe(false)
    expect(Either.isRight(parseJson(JSON.stringify("[".repeat(1_000)), "data"))).toBe(true)
  })
})
