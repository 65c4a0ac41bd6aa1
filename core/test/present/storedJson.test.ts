import { expect, it } from "vitest"
import { storedObject } from "../../src/present/storedJson.js"

it("a cached stored object is parsed correctly and immutable", () => {
  const text = JSON.stringify({ title: { fr: "Été" }, keywords: ["jazz"] })
  expect(storedObject(text)).toEqual({ title: { fr: "Été" }, keywords: ["jazz"] })
  expect(Reflect.set(Object(storedObject(text).title), "fr", "Hiver")).toBe(false)
  expect(Reflect.set(Object(storedObject(text).keywords), 0, "rock")).toBe(false)
  expect(storedObject(text)).toEqual({ title: { fr: "Été" }, keywords: ["jazz"] })
})

it("a long text is parsed without cache, and a non-object is an empty object", () => {
  const long = "é".repeat(20_000)
  expect(storedObject(JSON.stringify({ long }))).toEqual({ long })
  expect(storedObject("[1]")).toEqual({})
  expect(() => storedObject("{")).toThrow(SyntaxError)
})
