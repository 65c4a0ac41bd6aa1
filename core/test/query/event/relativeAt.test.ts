import { interval, noon } from "@agenda-engine/conformance/testing/SampleRecords"
import { describe, expect, it } from "vitest"
import { relativeAt } from "../../../src/query/event/Condition.js"

describe("relativeAt", () => {
  it.each([
    ["before its only slot", interval(1), interval(1), "upcoming"],
    ["as its first slot begins", interval(0), interval(5), "current"],
    ["within its only slot", interval(-1, 2), interval(-1, 2), "current"],
    ["between two slots", interval(-5), interval(5), "current"],
    ["a second before its last slot ends", interval(-5), { begin: noon - 3_600_000, end: noon + 1_000 }, "current"],
    ["as its last slot ends", interval(-5), interval(-1), "passed"],
    ["after its only slot", interval(-9), interval(-9), "passed"]
  ])("%s", (_, first, last, relative) => {
    expect(relativeAt({ first, last }, noon)).toBe(relative)
  })
})
