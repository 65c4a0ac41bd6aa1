import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { drawLines } from "../src/data/drawLines.js"

const around = 1_900_000_000_000

describe("drawLines", () => {
  it("draws the same lines from the same seed, and others from another", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: 0, max: 1_000 }), (seed) => {
        const lines = drawLines({ events: 20, seed, around })
        expect(drawLines({ events: 20, seed, around })).toEqual(lines)
        expect(drawLines({ events: 20, seed: seed + 1, around })).not.toEqual(lines)
      }),
      { numRuns: 20 }
    )
  })

  it("draws as many events as asked, after one agenda and its locations", () => {
    const kinds = drawLines({ events: 50, seed: 1, around }).map((line) => /^\{"kind":"(\w+)"/.exec(line)?.[1])
    expect(kinds[0]).toBe("agenda")
    expect(kinds.filter((kind) => kind === "event")).toHaveLength(50)
    expect(kinds.lastIndexOf("location")).toBeLessThan(kinds.indexOf("event"))
  })
})
