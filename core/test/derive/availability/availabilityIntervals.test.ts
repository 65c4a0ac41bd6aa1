import { noon } from "@agenda-engine/conformance/testing/SampleRecords"
import { slotsAndRows } from "@agenda-engine/conformance/testing/TicketArbitraries"
import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { aggregateAt } from "../../../src/derive/availability/aggregateAt.js"
import { availabilityIntervals } from "../../../src/derive/availability/availabilityIntervals.js"
import { rowStatusAt } from "../../../src/derive/availability/rowStatusAt.js"
import type { Slot } from "../../../src/domain/event/Timing.js"
import type { AvailabilityRows } from "../../../src/domain/ticketing/AvailabilityRow.js"
import type { Availability } from "../../../src/domain/ticketing/Ticketing.js"
import { type AvailabilityInterval, interval_ms_max, interval_ms_min } from "../../../src/record/AvailabilityInterval.js"
import { instantOf } from "../../instantOf.js"

const holdingAt = (intervals: ReadonlyArray<AvailabilityInterval>, now: number) =>
  intervals.find(({ from, until }) => from <= now && now < until)

/** Every instant at which something might change, and those a millisecond beside it. */
const around = (slots: ReadonlyArray<Slot>, rows: AvailabilityRows): ReadonlyArray<number> => {
  const facts = Object.values(rows).flatMap((said) => Object.values(said))
  const sent = facts.flatMap(({ onSaleFrom = [], onSaleThrough = [] }) => [onSaleFrom, onSaleThrough].flat())
  const turns = [...slots.flatMap(({ begin, end }) => [begin, end]), ...sent.map((text) => instantOf(text))]
  return [noon, ...turns.flatMap((turn) => [turn - 1, turn, turn + 1])]
}

const ranks: { readonly [S in Availability]: number } = {
  available: 0,
  limited: 1,
  notYetOnSale: 2,
  soldOut: 2,
  salesClosed: 2,
  mixed: 2,
  unknown: 2
}

describe("availabilityIntervals", () => {
  it("the interval at any instant equals the direct derivation", () => {
    FastCheck.assert(FastCheck.property(slotsAndRows, ({ rows, slots }) => {
      const intervals = availabilityIntervals({ slots, rows, isOffered: true })
      const nows = [interval_ms_min, ...around(slots, rows), interval_ms_max - 1]
      expect(nows.map((now) => holdingAt(intervals, now))).toMatchObject(nows.map((now) => aggregateAt(slots, rows, now)))
    }))
  })

  it("intervals are adjacent and cover all time", () => {
    FastCheck.assert(FastCheck.property(slotsAndRows, ({ rows, slots }) => {
      const intervals = availabilityIntervals({ slots, rows, isOffered: true })
      expect(intervals[0]?.from).toBe(interval_ms_min)
      expect(intervals.slice(1).map(({ from }) => from)).toEqual(intervals.slice(0, -1).map(({ until }) => until))
      expect(intervals.at(-1)?.until).toBe(interval_ms_max)
      for (const { from, until } of intervals) expect(from).toBeLessThan(until)
    }))
  })

  it("an interval ends wherever the status of a row changes", () => {
    FastCheck.assert(FastCheck.property(slotsAndRows, ({ rows, slots }) => {
      const begins = new Set(availabilityIntervals({ slots, rows, isOffered: true }).map(({ from }) => from))
      const said = Object.values(rows).flatMap((row) => Object.values(row))
      for (const now of around(slots, rows).filter((at) => !begins.has(at))) {
        expect(said.map((row) => rowStatusAt(row, now))).toEqual(said.map((row) => rowStatusAt(row, now - 1)))
      }
    }))
  })

  it("the first interval of each status run contains its end", () => {
    FastCheck.assert(FastCheck.property(slotsAndRows, ({ rows, slots }) => {
      const intervals = availabilityIntervals({ slots, rows, isOffered: true })
      const runs = intervals.flatMap(({ from, status, statusUntil }) => statusUntil === null ? [] : [{ from, status, until: statusUntil }])
      expect(runs[0]?.from).toBe(interval_ms_min)
      expect(runs.at(-1)?.until).toBe(interval_ms_max)
      for (const [index, run] of runs.entries()) {
        if (index > 0) expect(runs[index - 1]).toMatchObject({ until: run.from, status: expect.not.stringMatching(`^${run.status}$`) })
        for (const { from, status } of intervals) if (run.from <= from && from < run.until) expect(status).toBe(run.status)
      }
    }))
  })

  it("adding an available slot never makes the status worse", () => {
    FastCheck.assert(FastCheck.property(slotsAndRows, ({ rows, slots }) => {
      for (const now of around(slots, rows)) {
        const more = { id: "added", begin: now + 1, end: now + 2 }
        const added = [...slots, more].sort((a, b) => a.begin - b.begin)
        const before = aggregateAt(slots, rows, now)
        const after = aggregateAt(added, { ...rows, added: { mapado: { syncedAt: "2024-01-01T00:00:00Z", status: "available" } } }, now)
        expect(ranks[after.status]).toBeLessThanOrEqual(ranks[before.status])
        expect(after).toEqual({
          status: "available",
          occurrencesAvailable: before.occurrencesAvailable + 1,
          occurrencesTotal: before.occurrencesTotal + 1,
          nextAvailable: now + 1
        })
      }
    }))
  })

  it("there are no intervals without offers entries and rows", () => {
    const slots = [{ id: "aaaaa", begin: noon, end: noon + 1 }]
    expect(availabilityIntervals({ slots, rows: {}, isOffered: false })).toEqual([])
    expect(availabilityIntervals({ slots, rows: { aaaaa: {} }, isOffered: false })).toEqual([])
    expect(availabilityIntervals({ slots, rows: { other: { mapado: { syncedAt: "2024-01-01T00:00:00Z" } } }, isOffered: false })).toEqual(
      []
    )
    const row = { syncedAt: "2024-01-01T00:00:00Z" }
    const unknown = [
      {
        from: interval_ms_min,
        until: noon,
        statusUntil: interval_ms_max,
        status: "unknown",
        occurrencesAvailable: 0,
        occurrencesTotal: 1,
        nextAvailable: null
      },
      {
        from: noon,
        until: interval_ms_max,
        statusUntil: null,
        status: "unknown",
        occurrencesAvailable: 0,
        occurrencesTotal: 0,
        nextAvailable: null
      }
    ]
    expect(availabilityIntervals({ slots, rows: { aaaaa: { mapado: row } }, isOffered: false })).toEqual(unknown)
    expect(availabilityIntervals({ slots, rows: {}, isOffered: true })).toEqual(unknown)
  })
})
