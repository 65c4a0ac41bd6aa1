import { expect, it } from "vitest"
import { storedObject } from "../../src/present/storedJson.js"

it("a stored object is what its text says, and nobody changes it for those who read it next", () => {
  const text = JSON.stringify({ title: { fr: "Été" }, keywords: ["jazz"] })
  expect(storedObject(text)).toEqual({ title: { fr: "Été" }, keywords: ["jazz"] })
  expect(Reflect.set(Object(storedObject(text).title), "fr", "Hiver")).toBe(false)
  expect(Reflect.set(Object(storedObject(text).keywords), 0, "rock")).toBe(false)
  expect(storedObject(text)).toEqual({ title: { fr: "Été" }, keywords: ["jazz"] })
})

it("a long text is read too, and what is no object is an empty one", () => {
  const long = "é".repeat(20_000)
  expect(storedObject(JSON.stringify({ long }))).toEqual({ long })
  expect(storedObject("[1]")).toEqual({})
  expect(() => storedObject("{")).toThrow(SyntaxError)
})
