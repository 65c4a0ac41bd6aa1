import { describe, expect, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as FastCheck from "effect/FastCheck"
import { epochDayOf } from "../../src/domain/time/CivilDate.js"
import { type BoundName, readBound, readDayBound, utc } from "../../src/query/readBound.js"

const now = 1_711_846_800_000 // 2024-03-31T01:00:00Z, the moment Paris goes to summer time

const read = (text: string, zone = utc, bound: BoundName = "gte") => {
  const instant = readBound(text, bound, zone, now)
  return instant === null ? null : DateTime.formatIso(DateTime.unsafeMake(instant))
}

describe("readBound", () => {
  const table: ReadonlyArray<readonly [string, string | null]> = [
    ["2024-06-01", "2024-06-01T00:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["2000-02-29", "2000-02-29T00:00:00.000Z"],
    ["1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"],
    ["0000-01-01", "0000-01-01T00:00:00.000Z"],
    ["2024-06-01T10:00", "2024-06-01T10:00:00.000Z"],
    ["2024-06-01T10:00:30", "2024-06-01T10:00:30.000Z"],
    ["2024-06-01T10:00:30.5", "2024-06-01T10:00:30.500Z"],
    ["2024-06-01T10:00:30.123456789Z", "2024-06-01T10:00:30.123Z"],
    ["2024-06-01T10:00:30.57Z", "2024-06-01T10:00:30.570Z"],
    ["2024-06-01t10:00z", "2024-06-01T10:00:00.000Z"],
    ["2024-06-01 10:00", "2024-06-01T10:00:00.000Z"],
    ["2024-06-01T10:00:00+02:00", "2024-06-01T08:00:00.000Z"],
    ["2024-06-01T10:00:00+0200", "2024-06-01T08:00:00.000Z"],
    ["2024-06-01T10:00:00 02:00", "2024-06-01T08:00:00.000Z"],
    ["2024-06-01T10:00:00-05:30", "2024-06-01T15:30:00.000Z"],
    ["2023-02-29", null],
    ["1900-02-29", null],
    ["2024-00-01", null],
    ["2024-13-01", null],
    ["2024-04-31", null],
    ["2024-06-01T24:00", null],
    ["2024-06-01T10:60", null],
    ["2024-06-01T10:00:60", null],
    ["2024-06-01T10:00:00+14:00", "2024-05-31T20:00:00.000Z"],
    ["2024-06-01T10:00:00+14:01", null],
    ["2024-06-01T10:00:00-12:00", "2024-06-01T22:00:00.000Z"],
    ["2024-06-01T10:00:00-12:01", null],
    ["2024-06-01T10:00:00+15:00", null],
    ["2024-06-01T10:00:00+02:60", null],
    ["2024-6-1", null],
    ["2024", null],
    ["tomorrow", null],
    ["1717200000000", null]
  ]
  for (const [text, instant] of table) it(text, () => expect(read(text)).toBe(instant))

  it("interprets times without offset in the zone, summer and winter", () => {
    expect(read("2024-01-01", "Europe/Paris")).toBe("2023-12-31T23:00:00.000Z")
    expect(read("2024-07-01T12:00", "Europe/Paris")).toBe("2024-07-01T10:00:00.000Z")
    expect(read("2024-07-01T12:00Z", "Europe/Paris")).toBe("2024-07-01T12:00:00.000Z")
    expect(read("2024-01-01", "America/New_York")).toBe("2024-01-01T05:00:00.000Z")
  })
  it("moves a skipped time forward, and uses the earlier of two repeated ones", () => {
    expect(read("2024-03-31T02:30", "Europe/Paris")).toBe("2024-03-31T01:30:00.000Z")
    expect(read("2024-10-27T02:30", "Europe/Paris")).toBe("2024-10-27T00:30:00.000Z")
  })
  it("today is the start or the end of the current day there", () => {
    expect(read("today")).toBe("2024-03-31T00:00:00.000Z")
    expect(read("today", utc, "lte")).toBe("2024-03-31T23:59:59.999Z")
    expect(read("today", "Europe/Paris")).toBe("2024-03-30T23:00:00.000Z")
    expect(read("today", "Europe/Paris", "lte")).toBe("2024-03-31T21:59:59.999Z")
    expect(read("today", "America/New_York")).toBe("2024-03-30T04:00:00.000Z")
  })
  it("agrees with effect/DateTime in every zone", () => {
    const zones = FastCheck.constantFrom(
      "Europe/Paris",
      "America/New_York",
      "Africa/Cairo",
      "America/Havana",
      "Australia/Lord_Howe",
      "Asia/Kolkata",
      "Pacific/Apia"
    )
    const minutes = FastCheck.integer({ min: -10_000_000, max: 50_000_000 })
    FastCheck.assert(
      FastCheck.property(zones, minutes, (name, minute) => {
        const local = DateTime.unsafeMake(minute * 60_000)
        const text = DateTime.formatIso(local).slice(0, 16)
        const expected = DateTime.setZone(local, DateTime.zoneUnsafeMakeNamed(name), { adjustForTimeZone: true })
        expect(readBound(text, "gte", name, now), text).toBe(DateTime.toEpochMillis(expected))
      }),
      { numRuns: 2_000 }
    )
  })
  it("parses every formatted UTC instant", () => {
    FastCheck.assert(FastCheck.property(FastCheck.integer({ min: -62_000_000_000_000, max: 250_000_000_000_000 }), (instant) => {
      expect(readBound(DateTime.formatIso(DateTime.unsafeMake(instant)), "gte", utc, now)).toBe(instant)
    }))
  })
})

describe("readDayBound", () => {
  // Midnight of 26 April 2024 does not exist in Cairo: the day begins at one o'clock.
  const cairo = "Africa/Cairo"
  const day = epochDayOf({ year: 2024, month: 4, day: 26 })
  const clock = (day + 0.5) * 86_400_000
  it("is the same day without a midnight", () => {
    for (const bound of ["gte", "lte"] as const) {
      expect(readDayBound("2024-04-26", bound, cairo, clock)).toBe(day)
      expect(readDayBound("today", bound, cairo, clock)).toBe(day)
    }
  })
  it("refuses what is no date", () => {
    for (const text of ["2024-02-30", "2024-04-26T25:00", "tomorrow", ""]) expect(readDayBound(text, "gte", utc, clock)).toBeNull()
  })
})
