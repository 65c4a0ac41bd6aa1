import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { formatInstant, formatUtc } from "../../../src/derive/dates/formatInstant.js"
import { readInstant } from "../../../src/validation/value/readInstant.js"
import { instantOf } from "../../instantOf.js"

const zones = Intl.supportedValuesOf("timeZone")

describe("formatInstant", () => {
  it.each([
    ["summer", "2022-10-15T15:00:00Z", "Europe/Paris", "2022-10-15T17:00:00+02:00"],
    ["winter", "2022-12-15T15:00:00Z", "Europe/Paris", "2022-12-15T16:00:00+01:00"],
    ["the second before clocks go forward", "2023-03-26T00:59:59Z", "Europe/Paris", "2023-03-26T01:59:59+01:00"],
    ["the second they do", "2023-03-26T01:00:00Z", "Europe/Paris", "2023-03-26T03:00:00+02:00"],
    ["the hour that comes twice, first", "2022-10-30T00:30:00Z", "Europe/Paris", "2022-10-30T02:30:00+02:00"],
    ["the hour that comes twice, then", "2022-10-30T01:30:00Z", "Europe/Paris", "2022-10-30T02:30:00+01:00"],
    ["midnight", "2022-12-31T23:00:00Z", "Europe/Paris", "2023-01-01T00:00:00+01:00"],
    ["the end of February of a leap year", "2024-02-29T23:30:00Z", "Europe/Paris", "2024-03-01T00:30:00+01:00"],
    ["the end of February of another", "2023-02-28T22:30:00Z", "Europe/Paris", "2023-02-28T23:30:00+01:00"],
    ["UTC", "2022-10-15T15:00:00Z", "UTC", "2022-10-15T15:00:00+00:00"],
    ["quarters of an hour", "2022-10-15T15:00:00Z", "Asia/Kathmandu", "2022-10-15T20:45:00+05:45"],
    ["a negative half hour", "2022-12-15T15:00:00Z", "America/St_Johns", "2022-12-15T11:30:00-03:30"],
    ["a change of half an hour", "2022-10-01T15:30:00Z", "Australia/Lord_Howe", "2022-10-02T02:30:00+11:00"],
    ["the day that Samoa left out", "2011-12-30T10:00:00Z", "Pacific/Apia", "2011-12-31T00:00:00+14:00"],
    ["an offset with seconds, rounded", "1910-01-01T00:00:00Z", "Africa/Monrovia", "1909-12-31T23:17:00-00:43"],
    ["milliseconds, left out", "2022-10-15T15:00:00.999Z", "Europe/Paris", "2022-10-15T17:00:00+02:00"],
    ["before 1970", "1969-12-31T22:59:59Z", "Europe/Paris", "1969-12-31T23:59:59+01:00"]
  ])("%s", (_label, utc, zone, text) => {
    expect(formatInstant(instantOf(utc), zone)).toBe(text)
  })

  const seconds = FastCheck.integer({ min: instantOf("1930-01-01T00:00:00Z") / 1_000, max: instantOf("2100-01-01T00:00:00Z") / 1_000 })

  it("the text denotes the same instant in every time zone", () => {
    FastCheck.assert(
      FastCheck.property(seconds, FastCheck.constantFrom(...zones), (second, zone) => {
        expect(readInstant(formatInstant(second * 1_000, zone))).toEqual(Either.right(second * 1_000))
      }),
      { numRuns: 500 }
    )
  })

  it("the local time equals the one of Intl", () => {
    const shown = (instant: number, timeZone: string) =>
      new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(instant).replace(" ", "T")
    const recent = FastCheck.integer({ min: instantOf("1975-01-01T00:00:00Z") / 1_000, max: instantOf("2037-01-01T00:00:00Z") / 1_000 })
    FastCheck.assert(
      FastCheck.property(recent, FastCheck.constantFrom(...zones), (second, zone) => {
        expect(formatInstant(second * 1_000, zone).slice(0, 19)).toBe(shown(second * 1_000, zone))
      }),
      { numRuns: 500 }
    )
  })

  it("the text is correct in every hour around clock changes", () => {
    for (const zone of ["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca"]) {
      const beginning = instantOf("2023-01-01T00:00:00Z")
      for (let hour = 0; hour < 8_760; hour++) {
        const instant = beginning + hour * 3_600_000
        expect(readInstant(formatInstant(instant, zone))).toEqual(Either.right(instant))
      }
    }
  })
})

describe("formatUtc", () => {
  it.each([
    ["2022-10-15T15:00:00Z", "2022-10-15T15:00:00.000Z"],
    ["2022-10-15T15:00:00.007Z", "2022-10-15T15:00:00.007Z"],
    ["1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"]
  ])("%s", (utc, text) => {
    expect(formatUtc(instantOf(utc))).toBe(text)
  })
})
