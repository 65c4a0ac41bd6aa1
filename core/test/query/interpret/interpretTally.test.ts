import { applyStep, beginning, step } from "@agenda-engine/conformance/testing/History"
import { queryPlan } from "@agenda-engine/conformance/testing/PlanArbitraries"
import { interval, noon, sampleEvent, sampleLocation } from "@agenda-engine/conformance/testing/SampleRecords"
import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import type { Tally, TallyAnswer } from "../../../src/query/event/Tally.js"
import { interpretPlan } from "../../../src/query/interpret/interpretPlan.js"
import { interpretTally } from "../../../src/query/interpret/interpretTally.js"

const brest = sampleLocation(1, 1, { adminLevel4: "Brest", latitude: 48.4, longitude: -4.5 })
const nowhere = sampleLocation(2, 1, { adminLevel4: "BREST", latitude: null })

const events = [
  {
    event: sampleEvent(1, { locationUid: 1, keywords: ["Jazz", "folk"], at: [interval(-9), interval(1)], featured: true }),
    location: brest
  },
  { event: sampleEvent(2, { locationUid: 1, keywords: ["jazz"], at: [interval(2)], status: 6 }), location: brest },
  { event: sampleEvent(3, { locationUid: 2, at: [interval(-5), interval(-3)], agendaUid: 2 }), location: nowhere },
  { event: sampleEvent(4, { at: [interval(1)], numbers: [{ dimension: "field:price", value: 2.5 }], state: 0 }), location: null }
]

const counts = (...found: ReadonlyArray<readonly [number | string | null, number] | readonly [string, number, string]>): TallyAnswer => ({
  _tag: "Counts",
  counts: found.map(([value, count, spelling = null]) => ({ value, spelling, count }))
})

describe("interpretTally", () => {
  it.each<[string, Tally, TallyAnswer]>([
    [
      "terms by spelling",
      { _tag: "Terms", dimension: "keyword", none: false },
      counts(["jazz", 1, "Jazz"], ["folk", 1, "folk"], ["jazz", 1, "jazz"])
    ],
    ["events without terms", { _tag: "Terms", dimension: "language", none: true }, counts([null, 4])],
    ["numbers", { _tag: "Numbers", dimension: "field:price", none: true }, counts([null, 3], [2.5, 1])],
    ["numbers of those that have one", { _tag: "Numbers", dimension: "field:price", none: false }, counts([2.5, 1])],
    ["texts of places", { _tag: "Place", field: "adminLevel4" }, counts(["brest", 2, "Brest"], ["brest", 1, "BREST"], [null, 1])],
    ["locations", { _tag: "Location" }, counts([1, 2], [2, 1], [null, 1])],
    ["agendas", { _tag: "Agenda" }, counts([1, 3], [2, 1])],
    ["statuses", { _tag: "Status" }, counts([1, 3], [6, 1])],
    ["attendance", { _tag: "AttendanceMode" }, counts([2, 4])],
    ["states", { _tag: "State" }, counts([2, 3], [0, 1])],
    ["featured ones", { _tag: "Featured" }, counts([1, 1], [0, 3])],
    ["where they stand in time", { _tag: "Relative", at: noon }, counts(["current", 1], ["upcoming", 2], ["passed", 1])],
    ["points", { _tag: "Points" }, { _tag: "Points", points: [{ latitude: 48.4, longitude: -4.5, count: 2 }] }],
    ["the time from first to last", { _tag: "Span" }, { _tag: "Span", span: { first: interval(-9).begin, last: interval(2).end } }],
    [
      "slots",
      { _tag: "SlotBegins", ranges: null },
      counts(
        [interval(-9).begin, 1],
        [interval(1).begin, 2],
        [interval(2).begin, 1],
        [interval(-5).begin, 1],
        [interval(-3).begin, 1]
      )
    ],
    ["slots within ranges", { _tag: "SlotBegins", ranges: [{ gte: noon, lte: interval(1).begin }] }, counts([interval(1).begin, 2])],
    [
      "events by ranges, each once in a range, whose ends are left out",
      {
        _tag: "SlotRanges",
        ranges: [{ gte: interval(-9).begin, lt: interval(1).begin }, { gte: interval(1).begin, lt: interval(3).begin }]
      },
      counts([0, 2], [1, 3])
    ]
  ])("counts %s", (_label, tally, answer) => {
    expect(interpretTally(events, tally)).toEqual(answer)
  })

  it("an empty list of events has empty counts", () => {
    expect(interpretTally([], { _tag: "Span" })).toEqual({ _tag: "Span", span: null })
    expect(interpretTally([], { _tag: "Points" })).toEqual({ _tag: "Points", points: [] })
    expect(interpretTally([], { _tag: "Status" })).toEqual(counts())
  })

  it("single-valued counts add up to the number of matches, independent of the page", () => {
    const tallies: ReadonlyArray<Tally> = [{ _tag: "Location" }, { _tag: "Place", field: "adminLevel1" }, { _tag: "Relative", at: noon }]
    const histories = FastCheck.array(step, { maxLength: 20, size: "max" })
    FastCheck.assert(FastCheck.property(queryPlan, histories, (plan, steps) => {
      const data = steps.reduce(applyStep, beginning)
      const whole = interpretPlan(
        { ...plan, removed: null, segments: [{ source: "live", featured: null, endedFilter: null, order: [], ties: "asc" }] },
        data
      )
      for (const answer of interpretPlan({ ...plan, tallies }, data).tallies) {
        const found = answer._tag === "Counts" ? answer.counts.reduce((sum, { count }) => sum + count, 0) : -1
        expect(found).toBe(whole.total)
      }
    }))
  })
})
