import { describe, expect, it } from "@effect/vitest"
import { HeldBytes } from "../../src/domain/HeldBytes.js"

describe("held bytes", () => {
  it("let go of what was not looked up for longest when they are too many", () => {
    const held = new HeldBytes<string>(10)
    held.set("a", "A", 4)
    held.set("b", "B", 4)
    expect(held.get("a")).toBe("A")
    held.set("c", "C", 4)
    expect([held.get("a"), held.get("b"), held.get("c")]).toEqual(["A", undefined, "C"])
    held.set("d", "D", 10)
    expect([held.get("a"), held.get("c"), held.get("d")]).toEqual([undefined, undefined, "D"])
  })

  it("count a value in the place of another once", () => {
    const held = new HeldBytes<string>(10)
    for (const value of ["1", "2", "3"]) held.set("a", value, 6)
    held.set("b", "B", 4)
    expect([held.get("a"), held.get("b")]).toEqual(["3", "B"])
  })

  it("hold nothing that is larger than all of them may be, and let nothing go for it", () => {
    const held = new HeldBytes<string>(10)
    held.set("a", "A", 1)
    held.set("b", "B", 11)
    expect([held.get("a"), held.get("b")]).toEqual(["A", undefined])
    held.set("a", "A", 11)
    expect(held.get("a")).toBeUndefined()
    held.set("c", "C", 10)
    expect(held.get("c")).toBe("C")
  })
})
