import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { nextTiming } from "../../src/derive/dates/dateRange.js"
import type { Interval } from "../../src/domain/event/Timing.js"
import { relativeAt } from "../../src/query/event/Condition.js"

const first = { begin: 10, end: 20 }
const last = { begin: 30, end: 40 }

describe("an event of two slots", () => {
  it.each<[string, number, "upcoming" | "current" | "passed", Interval | null]>([
    ["before", 9, "upcoming", first],
    ["as it begins", 10, "current", first],
    ["in its first slot", 15, "current", first],
    ["as its first slot ends", 20, "current", last],
    ["between its slots", 25, "current", last],
    ["just before its end", 39, "current", last],
    ["as it ends", 40, "passed", null],
    ["after", 41, "passed", null]
  ])("%s", (_label, now, stands, next) => {
    expect(relativeAt({ first, last }, now)).toBe(stands)
    expect(nextTiming([first, last], now)).toEqual(next)
  })

  it("the event has a next slot until all slots have ended", () => {
    const gaps = FastCheck.array(FastCheck.tuple(FastCheck.nat(5), FastCheck.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 6 })
    FastCheck.assert(FastCheck.property(gaps, FastCheck.nat(60), (steps, now) => {
      let at = 0
      const slots = steps.map(([gap, length]) => {
        const begin = at + gap
        at = begin + length
        return { begin, end: at }
      })
      const span = { first: slots[0] ?? first, last: slots.at(-1) ?? last }
      expect(nextTiming(slots, now) === null).toBe(relativeAt(span, now) === "passed")
    }))
  })
})
