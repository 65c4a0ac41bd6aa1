import { describe, expect, it } from "@effect/vitest"
import { intervalKey } from "../../src/present/facet/presentFacet.js"
import { instantOf } from "../instantOf.js"

const keys = (text: string, zone = "Europe/Paris") =>
  (["hour", "day", "week", "month", "year"] as const).map((interval) => intervalKey(interval, instantOf(text), zone))

describe("intervalKey", () => {
  it("names use local time", () => {
    expect(keys("2031-05-05T08:45:10Z")).toEqual(["2031-05-05T10:00:00+02:00", "2031-05-05", "2031-W19", "2031-05", "2031"])
    expect(keys("2031-12-31T23:30:00Z")).toEqual(["2032-01-01T00:00:00+01:00", "2032-01-01", "2032-W01", "2032-01", "2032"])
    expect(keys("2031-12-31T23:30:00Z", "America/New_York")).toEqual([
      "2031-12-31T18:00:00-05:00",
      "2031-12-31",
      "2032-W01",
      "2031-12",
      "2031"
    ])
    expect(keys("2031-05-05T08:45:10Z", "Asia/Kolkata")[0]).toBe("2031-05-05T14:00:00+05:30")
  })

  it("names distinguish the repeated hour in autumn", () => {
    const hour = (text: string) => intervalKey("hour", instantOf(text), "Europe/Paris")
    expect([hour("2031-10-26T00:30:00Z"), hour("2031-10-26T01:30:00Z")]).toEqual(["2031-10-26T02:00:00+02:00", "2031-10-26T02:00:00+01:00"])
    expect([hour("2031-03-30T00:59:00Z"), hour("2031-03-30T01:00:00Z")]).toEqual(["2031-03-30T01:00:00+01:00", "2031-03-30T03:00:00+02:00"])
  })

  it("a week belongs to the year of its Thursday", () => {
    const week = (day: string) => intervalKey("week", instantOf(`${day}T12:00:00Z`), "UTC")
    expect([week("2026-12-31"), week("2027-01-01"), week("2027-01-03"), week("2027-01-04")]).toEqual([
      "2026-W53",
      "2026-W53",
      "2026-W53",
      "2027-W01"
    ])
    expect([week("2024-12-29"), week("2024-12-30"), week("2018-12-31")]).toEqual(["2024-W52", "2025-W01", "2019-W01"])
    expect([week("1969-12-28"), week("1969-12-29"), week("1960-01-01")]).toEqual(["1969-W52", "1970-W01", "1959-W53"])
  })
})
