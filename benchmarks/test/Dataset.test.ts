import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { drawLines } from "../src/data/Dataset.js"
import { unevenAgendas } from "../src/data/unevenAgendas.js"

const readLine = Schema.decodeSync(Schema.parseJson(Schema.Struct({
  agendaUid: Schema.optional(Schema.Int),
  extId: Schema.optional(Schema.Struct({ value: Schema.String })),
  data: Schema.optional(Schema.Struct({ timings: Schema.optional(Schema.Unknown) }))
})))

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
  it("draws the copies as lines, each of its own day, agenda and external identifier", () => {
    const options = { events: 810, dataset: "small", agendas: "all", ticketed: 3, seed: 1, around } as const
    const [original, ...copies] = [...drawLines(options, true)].map((line) => readLine(line)).filter(({ extId }) => extId?.value === "0")
    expect(copies.map(({ agendaUid }) => agendaUid)).toEqual(unevenAgendas.map(({ uid }) => uid))
    expect(new Set(copies.map(({ data }) => JSON.stringify(data?.timings))).size).toBeGreaterThan(10)
    expect([...drawLines(options, true)].filter((line) => line.includes(`"agendaUid":${original?.agendaUid},"extId"`))).toHaveLength(810)
  })
})
