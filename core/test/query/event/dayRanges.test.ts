import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { zoneOffset } from "../../../src/domain/time/zoneOffset.js"
import { dayRanges } from "../../../src/query/event/planFacet.js"
import { instantOf } from "../../instantOf.js"

const hour_ms = 3_600_000
const paris = "Europe/Paris"
const days = (ranges: Parameters<typeof dayRanges>[0], zone = paris, at = instantOf("2031-05-10T12:00:00Z")) =>
  dayRanges(ranges, zone, at, 400)?.map(({ day }) => day) ?? null

describe("dayRanges", () => {
  it("without ranges, returns the days of the current month in the time zone", () => {
    const may = days([])
    expect(may).toHaveLength(31)
    expect([may?.[0], may?.at(-1)]).toEqual(["2031-05-01", "2031-05-31"])
    expect(days([], "Pacific/Auckland", instantOf("2031-05-31T12:30:00Z"))?.[0]).toBe("2031-06-01")
    expect(days([], paris, instantOf("2028-02-10T00:00:00Z"))?.at(-1)).toBe("2028-02-29")
    expect(days([], paris, instantOf("2031-12-31T22:59:00Z"))?.at(-1)).toBe("2031-12-31")
    expect(days([], paris, instantOf("2031-12-31T23:00:00Z"))?.at(0)).toBe("2032-01-01")
  })

  it("returns the local days that a range overlaps", () => {
    const night = [{ gte: instantOf("2031-05-05T22:30:00Z"), lte: instantOf("2031-05-07T21:59:59Z") }]
    expect(days(night)).toEqual(["2031-05-06", "2031-05-07"])
    expect(days(night, "UTC")).toEqual(["2031-05-05", "2031-05-06", "2031-05-07"])
  })

  it("merges the days of several ranges without duplicates and in order", () => {
    const day = (number: string) => instantOf(`2031-05-${number}T10:00:00Z`)
    expect(days([{ gte: day("20"), lte: day("21") }, { gte: day("05"), lte: day("06") }, { gte: day("06"), lte: day("07") }])).toEqual([
      "2031-05-05",
      "2031-05-06",
      "2031-05-07",
      "2031-05-20",
      "2031-05-21"
    ])
  })

  it("extends a range with one bound to the end of its month", () => {
    expect(days([{ gte: instantOf("2031-05-29T10:00:00Z"), lte: null }])).toEqual(["2031-05-29", "2031-05-30", "2031-05-31"])
    expect(days([{ gte: null, lte: instantOf("2031-06-02T10:00:00Z") }])).toEqual(["2031-06-01", "2031-06-02"])
    expect(days([{ gte: null, lte: null }])).toEqual([])
    expect(days([{ gte: instantOf("2031-06-02T10:00:00Z"), lte: instantOf("2031-06-01T10:00:00Z") }])).toEqual([])
  })

  it("returns null for more than 400 days", () => {
    const from = instantOf("2031-01-01T10:00:00Z")
    expect(days([{ gte: from, lte: from + 399 * 24 * hour_ms }])).toHaveLength(400)
    expect(days([{ gte: from, lte: from + 400 * 24 * hour_ms }])).toBeNull()
  })

  it("days are 23 or 25 hours long when daylight saving time changes", () => {
    const lengths = (text: string) => {
      const at = instantOf(text)
      return dayRanges([{ gte: at, lte: at }], paris, at, 400)?.map(({ gte, lt }) => (lt - gte) / hour_ms)
    }
    expect(lengths("2031-03-30T10:00:00Z")).toEqual([23])
    expect(lengths("2031-10-26T10:00:00Z")).toEqual([25])
    expect(lengths("2031-05-05T10:00:00Z")).toEqual([24])
  })

  it("a day without midnight begins at its first instant, and a skipped day is empty", () => {
    const at = (zone: string, text: string) => {
      const instant = instantOf(text)
      return dayRanges([{ gte: instant, lte: instant }], zone, instant, 400)?.[0]
    }
    expect(at("America/Sao_Paulo", "2018-11-04T12:00:00Z")).toEqual({
      day: "2018-11-04",
      gte: instantOf("2018-11-04T03:00:00Z"),
      lt: instantOf("2018-11-05T02:00:00Z")
    })
    const skipped = dayRanges(
      [{ gte: instantOf("2011-12-30T09:00:00Z"), lte: instantOf("2011-12-30T11:00:00Z") }],
      "Pacific/Apia",
      0,
      400
    )
    expect(skipped?.map(({ day }) => day)).toEqual(["2011-12-29", "2011-12-30", "2011-12-31"])
    expect(skipped?.map(({ gte, lt }) => (lt - gte) / hour_ms)).toEqual([24, 0, 24])
  })

  it("days before year 0 have a sign", () => {
    const instant = instantOf("0000-01-01T00:00:00Z")
    expect(dayRanges([{ gte: instant, lte: instant }], "America/New_York", 0, 400)).toMatchObject([{ day: "-000001-12-31" }])
  })

  it("consecutive days are adjacent and cover the whole range", () => {
    FastCheck.assert(FastCheck.property(
      FastCheck.constantFrom("Europe/Paris", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Auckland", "UTC"),
      FastCheck.integer({ min: instantOf("2000-01-01T00:00:00Z"), max: instantOf("2035-01-01T00:00:00Z") }),
      FastCheck.integer({ min: 0, max: 300 * 24 * hour_ms }),
      FastCheck.double({ min: 0, max: 1, noNaN: true }),
      (zone, from, length, share) => {
        const ranges = dayRanges([{ gte: from, lte: from + length }], zone, 0, 400) ?? []
        for (const [index, { lt }] of ranges.entries()) expect(ranges[index + 1]?.gte ?? lt).toBe(lt)
        const instant = from + Math.floor(length * share)
        const [holder, ...others] = ranges.filter(({ gte, lt }) => gte <= instant && instant < lt)
        expect(others).toEqual([])
        const local = instant + zoneOffset(zone, instant)
        expect(local - (instantOf(`${holder?.day}T00:00:00Z`))).toBeLessThan(24 * hour_ms)
        expect(local - (instantOf(`${holder?.day}T00:00:00Z`))).toBeGreaterThanOrEqual(0)
      }
    ))
  })
})
