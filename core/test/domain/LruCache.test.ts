import { describe, expect, it } from "@effect/vitest"
import { LruCache } from "../../src/domain/LruCache.js"

describe("LruCache", () => {
  it("evicts the least recently used entries when the total size exceeds the limit", () => {
    const cache = new LruCache<string>(10)
    cache.set("a", "A", 4)
    cache.set("b", "B", 4)
    expect(cache.get("a")).toBe("A")
    cache.set("c", "C", 4)
    expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual(["A", undefined, "C"])
    cache.set("d", "D", 10)
    expect([cache.get("a"), cache.get("c"), cache.get("d")]).toEqual([undefined, undefined, "D"])
  })

  it("counts a replaced entry once", () => {
    const cache = new LruCache<string>(10)
    for (const value of ["1", "2", "3"]) cache.set("a", value, 6)
    cache.set("b", "B", 4)
    expect([cache.get("a"), cache.get("b")]).toEqual(["3", "B"])
  })

  it("does not add an entry larger than the limit, and evicts no other for it", () => {
    const cache = new LruCache<string>(10)
    cache.set("a", "A", 1)
    cache.set("b", "B", 11)
    expect([cache.get("a"), cache.get("b")]).toEqual(["A", undefined])
    cache.set("a", "A", 11)
    expect(cache.get("a")).toBeUndefined()
    cache.set("c", "C", 10)
    expect(cache.get("c")).toBe("C")
  })
})
