import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { presentSummary } from "../../src/present/presentAgenda.js"
import type { Count, TallyAnswer } from "../../src/query/event/Tally.js"

const counts = (counts: ReadonlyArray<Count>): TallyAnswer => ({ _tag: "Counts", counts })
const nothing = {
  keywords: counts([]),
  relative: counts([]),
  languages: counts([]),
  places: { _tag: "Points" as const, points: [] },
  added: 0
}

describe("presentSummary", () => {
  it("an agenda without events has a complete summary", () => {
    expect(presentSummary(nothing)).toEqual({
      keywords: [],
      publishedEvents: { current: 0, passed: 0, upcoming: 0 },
      languages: {},
      recentlyAddedEvents: { contribution: 0, shared: 0, aggregation: 0 },
      viewport: null
    })
  })

  it("keywords are distinct, in their most frequent spelling, most frequent first", () => {
    const keywords = counts([
      { value: "expo", spelling: "Expo", count: 3 },
      { value: "jazz", spelling: "jazz", count: 2 },
      { value: "jazz", spelling: "Jazz", count: 3 },
      { value: "ete", spelling: "été", count: 3 },
      { value: "__proto__", spelling: "__proto__", count: 1 }
    ])
    expect(presentSummary({ ...nothing, keywords }).keywords).toEqual(["Jazz", "Expo", "été", "__proto__"])
  })

  it("there are at most twenty keywords", () => {
    const keywords = counts(Array.from({ length: 30 }, (_, index) => ({ value: `k${index}`, spelling: `k${index}`, count: index + 1 })))
    expect(presentSummary({ ...nothing, keywords }).keywords).toEqual(Array.from({ length: 20 }, (_, index) => `k${29 - index}`))
  })

  it("counts events by temporal status, by recent publication and by language", () => {
    const relative = counts([{ value: "upcoming", spelling: null, count: 4 }, { value: "passed", spelling: null, count: 1 }])
    const languages = counts([{ value: "pt-br", spelling: "pt-BR", count: 1 }, { value: "fr", spelling: "fr", count: 5 }])
    expect(presentSummary({ ...nothing, relative, languages, added: 2 })).toMatchObject({
      publishedEvents: { current: 0, passed: 1, upcoming: 4 },
      languages: { "fr": 5, "pt-BR": 1 },
      recentlyAddedEvents: { contribution: 2, shared: 0, aggregation: 0 }
    })
  })

  it("the viewport is the bounding box of all locations", () => {
    const degrees = (max: number) => FastCheck.double({ min: -max, max, noNaN: true }).map((value) => value + 0)
    const point = FastCheck.record({ latitude: degrees(90), longitude: degrees(180), count: FastCheck.constant(1) })
    FastCheck.assert(FastCheck.property(FastCheck.array(point, { minLength: 1 }), (points) => {
      const north = points.map(({ latitude }) => latitude).sort((left, right) => right - left)
      const east = points.map(({ longitude }) => longitude).sort((left, right) => right - left)
      expect(presentSummary({ ...nothing, places: { _tag: "Points", points } }).viewport).toEqual({
        topLeft: { latitude: north.at(0), longitude: east.at(-1) },
        bottomRight: { latitude: north.at(-1), longitude: east.at(0) }
      })
    }))
  })
})
