import { expect, it } from "@effect/vitest"
import { remembering } from "../../src/domain/remembering.js"

it("answers again without asking, as long as it remembers", () => {
  const asked: Array<string> = []
  const length = remembering(2, (text) => {
    asked.push(text)
    return text.length
  })
  expect(["a", "bb", "a", "ccc", "a", "bb"].map(length)).toEqual([1, 2, 1, 3, 1, 2])
  expect(asked).toEqual(["a", "bb", "ccc", "bb"])
})
