import { compareKeys } from "@agenda-engine/core/memory/memoryKeyValue"
import type { Key } from "@agenda-engine/kv/KeyValue"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { decodeKey, encodeKey } from "../src/longKeys.js"

const numbers = fc.oneof(
  fc.constantFrom(0, 1, -1, 0.5, -0.5, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Number.MIN_VALUE, 1e300),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
)

const texts = fc.oneof(
  fc.constantFrom("", "a", "a\0", "a\0b", "a\u0001", "\0", "\0\0", "\0\x7f", "\x7f", "\u00ff", "\uffff", "\u{10000}"),
  fc.string({ unit: "binary", maxLength: 4 }),
  fc.string({ maxLength: 300 })
)

const keys: fc.Arbitrary<Key> = fc.array(fc.oneof(numbers, texts), { maxLength: 4 })

/** Two keys that often have a beginning in common. */
const pairs = fc.tuple(keys, keys, keys).map(([start, left, right]) => [[...start, ...left], [...start, ...right]] as const)

describe("encodeKey", () => {
  it("keeps the order of keys", () => {
    fc.assert(
      fc.property(pairs, ([left, right]) => Math.sign(encodeKey(left).compare(encodeKey(right))) === Math.sign(compareKeys(left, right))),
      { numRuns: 5_000 }
    )
  })

  it("is inverted by decodeKey", () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(decodeKey(encodeKey(key))).toEqual(key)
      }),
      { numRuns: 1_000 }
    )
  })

  it("takes negative zero for zero", () => {
    expect(encodeKey([-0])).toEqual(encodeKey([0]))
  })
})
