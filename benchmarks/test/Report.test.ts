import { describe, expect, it } from "vitest"
import type { LoadResult } from "../src/load/LoadOptions.js"
import { isReached, outcomeOf, type Report } from "../src/Report.js"
import type { Target } from "../src/scenario/Target.js"
import { showReport } from "../src/showReport.js"

const round = (perSecond: number, more: Partial<LoadResult> = {}): LoadResult => ({
  requests: 1,
  perSecond,
  p50_ms: 1,
  p99_ms: 2,
  kinds: {},
  cpu_us: 100,
  resident_bytes: 1_048_576,
  max_ms: 3,
  anonymous_bytes: null,
  ...more
})
const floor = { name: "floor", rounds: [round(100), round(50), round(80)] }
const engine = { name: "engine", rounds: [round(50), round(50), round(60, { p99_ms: null })] }
const rate: Target = { what: "a list", of: "engine", to: "floor", measure: "perSecond", atLeast: 0.75 }

describe("outcomeOf", () => {
  it("compares contestants per round", () => {
    expect(outcomeOf([floor, engine], rate)).toEqual({ min: 0.5, median: 0.75, max: 1 })
  })

  it("uses the measure itself without a second contestant", () => {
    expect(outcomeOf([floor], { what: "", of: "floor", measure: "perSecond" })).toEqual({ min: 50, median: 80, max: 100 })
  })

  it("selects one kind of requests, and is NaN when there are none", () => {
    const { kinds: _, ...latencies } = round(7)
    const mixed = { name: "mixed", rounds: [round(100, { kinds: { write: { ...latencies, requests: 1 } } })] }
    const writes: Target = { what: "", of: "mixed", kind: "write", measure: "perSecond" }
    expect(outcomeOf([mixed], writes).median).toBe(7)
    expect(outcomeOf([mixed], { ...writes, kind: "read" }).median).toBeNaN()
    expect(isReached(outcomeOf([mixed], { ...writes, kind: "read" }), { ...writes, atLeast: 1 })).toBe(false)
  })

  it("is NaN for a measure that a round lacks", () => {
    expect(outcomeOf([floor, engine], { what: "", of: "engine", to: "floor", measure: "p99_ms", atMost: 2 }).max).toBeNaN()
  })
})

it.each([
  [{ atLeast: 0.75 }, true],
  [{ atLeast: 0.76 }, false],
  [{ atMost: 0.75 }, true],
  [{ atMost: 0.74 }, false]
])("judges a median of 0.75 against %j", (bounds, reached) => {
  const outcome = outcomeOf([floor, engine], rate)
  expect(isReached(outcome, { what: "", of: "engine", measure: "perSecond", ...bounds })).toBe(reached)
})

it.each([
  [3, true],
  [2.9, false]
])("judges the slowest by the slowest of all rounds: at most %d", (atMost, reached) => {
  const target: Target = { what: "", of: "engine", measure: "max_ms", atMost }
  const contestants = [{ name: "engine", rounds: [round(1, { max_ms: 1 }), round(1, { max_ms: 1 }), round(1)] }]
  expect(isReached(outcomeOf(contestants, target), target)).toBe(reached)
})

it("shows the measurements and the missed targets", () => {
  const report: Report = {
    measuredAt: "",
    commit: "0123456",
    machine: { processor: "one", cores: 2, platform: "linux", pinned: true },
    versions: { node: "20" },
    settings: { seed: 1 },
    ranking: { searches: 30, nDCG10: 0.9 },
    scenarios: [{ name: "list", title: "a list", contestants: [floor, engine], targets: [rate, { ...rate, atLeast: 1 }] }]
  }
  const lines = showReport(report).split("\n")
  expect(lines).toContain("list: a list")
  expect(lines).toContain("floor                               50        80       100      1.00      2.00       100         1")
  expect(lines).toContain("  reached engine / floor: 0.750 (0.500 to 1.000), at least 0.75; by processor time 1.000")
  expect(lines).toContain("  MISSED  engine / floor: 0.750 (0.500 to 1.000), at least 1; by processor time 1.000")
})
