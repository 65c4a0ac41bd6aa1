import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { civilDateAt, civilDateOf, epochDayOf, formatDay, isCivilDate } from "../../../src/domain/time/CivilDate.js"

describe("a civil date", () => {
  it.each([
    ["the epoch", 1970, 1, 1, 0],
    ["the day before the epoch", 1969, 12, 31, -1],
    ["the day after a leap day", 2000, 3, 1, 11_017],
    ["a leap day", 2024, 2, 29, 19_782],
    ["1900, which is not a leap year", 1900, 3, 1, -25_508],
    ["year 0", 0, 1, 1, -719_528]
  ])("converts to and from its epoch day: %s", (_label, year, month, day, epochDay) => {
    expect(epochDayOf({ year, month, day })).toBe(epochDay)
    expect(civilDateOf(epochDay)).toEqual({ year, month, day })
  })

  it.each([
    [2024, 2, 29, true],
    [2023, 2, 29, false],
    [2000, 2, 29, true],
    [1900, 2, 29, false],
    [2023, 4, 31, false],
    [2023, 12, 31, true],
    [2023, 13, 1, false],
    [2023, 0, 1, false],
    [2023, 1, 0, false],
    [2023, 1, 32, false]
  ])("%i-%i-%i exists: %s", (year, month, day, exists) => {
    expect(isCivilDate({ year, month, day })).toBe(exists)
  })

  it("is computed from a local time before 1970", () => {
    expect(civilDateAt(-1)).toEqual({ year: 1969, month: 12, day: 31 })
  })

  it("converts from every epoch day and back to the same one", () => {
    FastCheck.assert(FastCheck.property(FastCheck.integer({ min: -800_000, max: 3_000_000 }), (day) => {
      const date = civilDateOf(day)
      expect(isCivilDate(date)).toBe(true)
      expect(epochDayOf(date)).toBe(day)
    }))
  })
})

describe("formatDay", () => {
  it.each([
    [{ year: 2031, month: 5, day: 5 }, "2031-05-05"],
    [{ year: 0, month: 1, day: 1 }, "0000-01-01"],
    [{ year: 9_999, month: 12, day: 31 }, "9999-12-31"],
    [{ year: -1, month: 12, day: 31 }, "-000001-12-31"],
    [{ year: 10_000, month: 1, day: 1 }, "+010000-01-01"]
  ])("formats %o as %s", (date, text) => expect(formatDay(date)).toBe(text))
})
