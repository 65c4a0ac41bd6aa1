import { describe, expect, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as FastCheck from "effect/FastCheck"
import { type Bound, readInstant, readZone, utc } from "../../src/query/ParameterReader.js"

const now = 1_711_846_800_000 // 2024-03-31T01:00:00Z, the moment Paris goes to summer time

const read = (text: string, zone = utc, bound: Bound = "gte") => {
  const instant = readInstant(text, bound, zone, now)
  return instant === null ? null : DateTime.formatIso(DateTime.unsafeMake(instant))
}
const zone = (name: string) => readZone(name) ?? utc

describe("readInstant", () => {
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
    expect(read("2024-01-01", zone("Europe/Paris"))).toBe("2023-12-31T23:00:00.000Z")
    expect(read("2024-07-01T12:00", zone("Europe/Paris"))).toBe("2024-07-01T10:00:00.000Z")
    expect(read("2024-07-01T12:00Z", zone("Europe/Paris"))).toBe("2024-07-01T12:00:00.000Z")
    expect(read("2024-01-01", zone("America/New_York"))).toBe("2024-01-01T05:00:00.000Z")
  })
  it("moves a skipped time forward, and uses the earlier of two repeated ones", () => {
    expect(read("2024-03-31T02:30", zone("Europe/Paris"))).toBe("2024-03-31T01:30:00.000Z")
    expect(read("2024-10-27T02:30", zone("Europe/Paris"))).toBe("2024-10-27T00:30:00.000Z")
  })
  it("today is the start or the end of the current day there", () => {
    expect(read("today")).toBe("2024-03-31T00:00:00.000Z")
    expect(read("today", utc, "lte")).toBe("2024-03-31T23:59:59.999Z")
    expect(read("today", zone("Europe/Paris"))).toBe("2024-03-30T23:00:00.000Z")
    expect(read("today", zone("Europe/Paris"), "lte")).toBe("2024-03-31T21:59:59.999Z")
    expect(read("today", zone("America/New_York"))).toBe("2024-03-30T04:00:00.000Z")
  })
  it("accepts exactly the existing zones", () => {
    expect(readZone("Europe/Paris")).not.toBeNull()
    expect(readZone("Mars/Base")).toBeNull()
  })
  it("parses every formatted UTC instant", () => {
    FastCheck.assert(FastCheck.property(FastCheck.integer({ min: -62_000_000_000_000, max: 250_000_000_000_000 }), (instant) => {
      expect(readInstant(DateTime.formatIso(DateTime.unsafeMake(instant)), "gte", utc, now)).toBe(instant)
    }))
  })
})
