import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { dateRange, nextTiming } from "../../../src/derive/dates/dateRange.js"
import type { Interval } from "../../../src/domain/event/Timing.js"
import { isTimezone } from "../../../src/domain/time/timezone.js"
import { relativeAt } from "../../../src/query/event/Condition.js"
import { interpretTransitions, quarterHourAround, validityWindowAround } from "../../../src/query/event/Transitions.js"
import { instantOf } from "../../instantOf.js"

const at = (time: string) => instantOf(`2025-06-15T${time}Z`)
const slots = [
  { begin: at("10:02:00"), end: at("10:05:00") },
  { begin: at("10:08:00"), end: at("11:00:00") }
]
const validityWindow = (now: number, slots: ReadonlyArray<Interval>) =>
  validityWindowAround(
    now,
    interpretTransitions(
      { scope: { _tag: "Agenda", agendaUid: 1 }, audience: "privileged", at: now, ...quarterHourAround(now) },
      [],
      [{ agendaUid: 1, state: 0, slots, intervals: [] }]
    )
  )

describe("validityWindowAround", () => {
  for (
    const [now, from, until] of [
      ["09:59:59.999", "09:45:00", "10:00:00"],
      ["10:00:00", "10:00:00", "10:02:00"],
      ["10:01:59.999", "10:00:00", "10:02:00"],
      ["10:02:00", "10:02:00", "10:05:00"],
      ["10:05:00", "10:05:00", "10:08:00"],
      ["10:14:59.999", "10:08:00", "10:15:00"],
      ["10:15:00", "10:15:00", "10:30:00"],
      ["10:59:00", "10:45:00", "11:00:00"],
      ["11:00:00", "11:00:00", "11:15:00"]
    ] as const
  ) {
    it(now, () => expect(validityWindow(at(now), slots)).toEqual({ from: at(from), until: at(until) }))
  }

  const hour = 3_600_000
  const begin = at("00:00:00")
  const slot = FastCheck.record({ begin: FastCheck.integer({ min: 0, max: 48 * 60 }), length: FastCheck.integer({ min: 1, max: 24 * 60 }) })
    .map((drawn) => ({ begin: begin + drawn.begin * 60_000, end: begin + (drawn.begin + drawn.length) * 60_000 }))
  const instant = FastCheck.integer({ min: 0, max: 72 * hour }).map((passed) => begin + passed)

  it("the window contains now, and no slot changes its temporal status within it", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(slot, { minLength: 1, maxLength: 6 }),
        instant,
        FastCheck.double({ min: 0, max: 1, noNaN: true }),
        (
          drawn,
          now,
          part
        ) => {
          const { from, until } = validityWindow(now, drawn)
          expect(from).toBeLessThanOrEqual(now)
          expect(until).toBeGreaterThan(now)
          const then = from + Math.floor(part * (until - 1 - from))
          for (const one of drawn) {
            expect(relativeAt({ first: one, last: one }, then)).toBe(relativeAt({ first: one, last: one }, now))
            expect(nextTiming([one], then)).toEqual(nextTiming([one], now))
          }
        }
      ),
      { numRuns: 1_000 }
    )
  })

  it("the window contains no midnight of any zone, so no year begins within it", () => {
    const zones = Intl.supportedValuesOf("timeZone").filter(isTimezone)
    expect(zones.length).toBeGreaterThan(300)
    const newYear = instantOf("2026-01-01T00:00:00Z")
    const words = { year: 2026, short: "short", long: "long" }
    for (const zone of zones) {
      let turned = 0
      for (let quarter = newYear - 15 * hour; quarter < newYear + 15 * hour; quarter += hour / 4) {
        expect(dateRange(words, zone, quarter), zone).toBe(dateRange(words, zone, quarter + hour / 4 - 1))
        if (dateRange(words, zone, quarter) !== dateRange(words, zone, quarter - 1)) turned += 1
      }
      expect(turned, zone).toBe(1)
    }
  })
})
