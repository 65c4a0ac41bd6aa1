import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { type AcceptedCoding, chooseCoding, readAcceptEncoding } from "../../src/pipeline/encodeResponse.js"

describe("chooseCoding", () => {
  for (
    const [header, chosen] of [
      [undefined, null],
      ["", null],
      ["gzip", "gzip"],
      ["br", "br"],
      ["x-gzip", "gzip"],
      ["GZIP", "gzip"],
      ["gzip, br", "br"],
      ["gzip, deflate, br, zstd", "br"],
      ["deflate, zstd", null],
      ["identity", null],
      ["*", "br"],
      ["gzip;q=1.0, br;q=0.5", "gzip"],
      ["gzip;q=0.5, br;q=0.5", "br"],
      ["br;q=0", null],
      ["br;q=0, gzip", "gzip"],
      ["br;q=0.000, *", "gzip"],
      ["*;q=0", null],
      ["gzip;q=0.001", "gzip"],
      ["identity;q=0.5, gzip;q=0.4", null],
      ["identity;q=0.5, gzip;q=0.5", "gzip"],
      ["identity, br;q=0.9", null],
      ["identity;q=0", null],
      ["identity;q=0, *;q=0", null],
      ["gzip, *;q=0.5", "gzip"],
      ["gzip;q=0.2, *;q=0.5", "br"],
      ["*, br;q=0", "gzip"],
      ["  gzip ;  q=0.8 ,\tbr; Q=0.7", "gzip"],
      ["gzip;q=2", null],
      ["gzip;q=-1, br", "br"],
      ["gzip;level=9", null],
      [",,gzip,", "gzip"],
      ["gzip;q=0, gzip", null],
      ["brr, gzipped", null]
    ] as const
  ) {
    it(`${header} → ${chosen}`, () => expect(chooseCoding(header ?? "")).toBe(chosen))
  }

  const weight = FastCheck.integer({ min: 0, max: 1_000 }).map((thousandths) => thousandths / 1_000)
  const accepted = FastCheck.array(
    FastCheck.record({ coding: FastCheck.constantFrom("br", "gzip", "identity", "deflate", "*"), weight }),
    { maxLength: 6 }
  )
  const blank = FastCheck.constantFrom("", " ", "\t", "  ")
  const write = (member: AcceptedCoding, space: string, upper: boolean) =>
    `${space}${upper ? member.coding.toUpperCase() : member.coding}${space};${space}q=${member.weight}${space}`

  it("reads what is written", () => {
    FastCheck.assert(FastCheck.property(accepted, blank, FastCheck.boolean(), (members, space, upper) => {
      expect(readAcceptEncoding(members.map((member) => write(member, space, upper)).join(","))).toEqual(members)
    }))
  })

  it("takes any text, and chooses only what it allows", () => {
    const noise = FastCheck.array(FastCheck.constantFrom("br", "gzip", "*", "identity", ";", "q", "=", "0", ".5", "1", ",", " "), {
      maxLength: 20
    })
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(noise.map((parts) => parts.join("")), FastCheck.string()), (header) => {
        const chosen = chooseCoding(header)
        if (chosen === null) return
        const named = readAcceptEncoding(header).find(({ coding }) => coding === chosen || coding === `x-${chosen}`)
        const any = readAcceptEncoding(header).find(({ coding }) => coding === "*")
        expect((named ?? any)?.weight).toBeGreaterThan(0)
      }),
      { numRuns: 2_000 }
    )
  })

  it("leaves out what is forbidden, and likes nothing less than another", () => {
    FastCheck.assert(FastCheck.property(accepted, (members) => {
      const chosen = chooseCoding(members.map((member) => write(member, "", false)).join(","))
      const weightOf = (name: string) => members.find(({ coding }) => coding === name)?.weight
      const likes = (name: string) => weightOf(name) ?? weightOf("*") ?? 0
      const best = Math.max(likes("br"), likes("gzip"))
      expect(chosen === null ? 0 : likes(chosen)).toBe(chosen === null ? 0 : best)
      if (best > 0 && best >= (weightOf("identity") ?? 0)) expect(chosen).not.toBeNull()
    }))
  })
})
