import { expect, it } from "@effect/vitest"
import { memoize } from "../../src/domain/LruCache.js"

it("memoize computes a result once until it is evicted as the least recently used", () => {
  const computed: Array<string> = []
  const length = memoize(2, (text) => {
    computed.push(text)
    return text.length
  })
  expect(["a", "bb", "a", "ccc", "a", "bb"].map(length)).toEqual([1, 2, 1, 3, 1, 2])
  expect(computed).toEqual(["a", "bb", "ccc", "bb"])
})
