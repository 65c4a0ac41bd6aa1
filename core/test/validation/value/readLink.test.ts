import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { defaultLimits } from "../../../src/domain/Limits.js"
import { readLink } from "../../../src/validation/value/readLink.js"

const read = (value: string) => readLink("website", value, "url.invalid", defaultLimits)

describe("readLink", () => {
  it.each([" https://example.org/a ", "\thttps://example.org/a\n", "\u00a0https://example.org/a\u3000", "\ufeffhttps://example.org/a"])(
    "drops the white space around %j",
    (written) => {
      expect(read(written)).toEqual(Either.right("https://example.org/a"))
    }
  )

  it.each(["https://example.org/a b", "https://exam ple.org", "https://example.org/a\tb", "https://example.org/a\u00a0b", "a b"])(
    "names the white space in %j",
    (written) => {
      expect(Either.getOrThrow(Either.flip(read(written)))).toMatchObject([
        { code: "url.invalid", field: "website", message: "a URL contains no white space: a space in it is written %20", origin: written }
      ])
    }
  )

  it("says of other texts that a link is expected", () => {
    expect(Either.getOrThrow(Either.flip(read("ftp://example.org"))).map(({ message }) => message)).not.toContain("white space")
  })
})
