import { expect, it } from "vitest"
import { cacheEntryBytes } from "../../src/domain/heapBytes.js"

const bytesOf = (value: unknown, key = "k") => cacheEntryBytes(key, value)
const entry = bytesOf(null)

it.each([
  ["a text of one byte a character", "x".repeat(1_000), 1_000],
  ["a text of another script", "住".repeat(1_000), 2_000],
  ["a body", new Uint8Array(1_000), 1_000],
  ["texts in a list", ["x".repeat(500), "y".repeat(500)], 1_000],
  ["texts in a record", { a: "x".repeat(500), b: { c: "y".repeat(500) } }, 1_000],
  ["texts in a map", new Map([["x".repeat(500), "y".repeat(500)]]), 1_000]
])("counts %s, and some more for what holds it", (_, value, bytes) => {
  expect(bytesOf(value) - entry).toBeGreaterThanOrEqual(bytes)
  expect(bytesOf(value) - entry).toBeLessThan(bytes * 1.3)
})

it("counts the key", () => {
  expect(bytesOf(null, "k".repeat(1_000)) - entry).toBeGreaterThanOrEqual(990)
})
