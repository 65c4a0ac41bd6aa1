import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { digestOf, entityTag, namesTag } from "../../src/response/entityTag.js"

const bytes = (text: string) => new TextEncoder().encode(text)

describe("entityTag", () => {
  for (
    const [parts, tag] of [
      [{ version: null, digest: "abc", coding: null }, '"abc"'],
      [{ version: "12", digest: "abc", coding: null }, '"12.abc"'],
      [{ version: "12", digest: "abc", coding: "br" }, '"12.abc-br"'],
      [{ version: null, digest: "abc", coding: "gzip" }, '"abc-gzip"']
    ] as const
  ) {
    it(tag, () => expect(entityTag(parts)).toBe(tag))
  }
})

describe("digestOf", () => {
  it.effect("is equal for equal bytes only, and needs no escaping", () =>
    Effect.gen(function*() {
      const digests = yield* Effect.forEach(["", "a", "b", "a".repeat(100_000)], (text) => digestOf(bytes(text)))
      expect(new Set(digests).size).toBe(4)
      expect(yield* digestOf(bytes("a"))).toBe(digests[1])
      for (const digest of digests) expect(digest).toMatch(/^[\w-]{22}$/)
    }))
})

describe("namesTag", () => {
  for (
    const [header, isNamed] of [
      ["", false],
      ["*", true],
      [" * ", true],
      ['"3.abc"', true],
      ['W/"3.abc"', true],
      ['w/"3.abc"', false],
      ['"other", "3.abc"', true],
      ['"other","3.abc","more"', true],
      [' "other" ,\tW/"3.abc" ', true],
      ['"other"', false],
      ['"3.abc-br"', false],
      ['"4.abc"', false],
      ['"3.abd"', false],
      ["3.abc", false],
      ['"3.abc', false],
      ['"3.abc" x', false],
      ['"a,"3.abc"', false],
      ['"*"', false]
    ] as const
  ) {
    it(JSON.stringify(header), () => expect(namesTag(header, '"3.abc"')).toBe(isNamed))
  }

  it("finds every tag of a list, and no other", () => {
    const opaque = FastCheck.stringMatching(/^[!#-~]{0,8}$/)
    const space = FastCheck.constantFrom("", " ", "\t")
    const member = FastCheck.tuple(FastCheck.boolean(), opaque, space)
    FastCheck.assert(FastCheck.property(FastCheck.array(member, { minLength: 1, maxLength: 5 }), opaque, (members, other) => {
      const header = members.map(([weak, text, blank]) => `${blank}${weak ? "W/" : ""}"${text}"${blank}`).join(",")
      for (const [, text] of members) expect(namesTag(header, `"${text}"`)).toBe(true)
      if (!members.some(([, text]) => text === other)) expect(namesTag(header, `"${other}"`)).toBe(false)
    }))
  })
})
