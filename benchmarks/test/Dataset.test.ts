import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { drawLines } from "../src/data/Dataset.js"

const around = 1_900_000_000_000
const lines = (seed: number, events: number) => [...drawLines({ events, dataset: "small", agendas: "all", ticketed: 3, seed, around })]

describe("drawLines", () => {
  it("draws the same lines from the same seed, and others from another", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: 0, max: 1_000 }), (seed) => {
        const drawn = lines(seed, 20)
        expect(lines(seed, 20)).toEqual(drawn)
        expect(lines(seed + 1, 20)).not.toEqual(drawn)
      }),
      { numRuns: 5 }
    )
  })

  it("draws the requested number of events, after one agenda and its locations", () => {
    const kinds = lines(1, 50).map((line) => /^\{"kind":"(\w+)"/.exec(line)?.[1])
    const first = kinds.slice(0, kinds.indexOf("agenda", 1))
    expect(first[0]).toBe("agenda")
    expect(first.filter((kind) => kind === "event")).toHaveLength(50)
    expect(first.lastIndexOf("location")).toBeLessThan(first.indexOf("event"))
  })
})
